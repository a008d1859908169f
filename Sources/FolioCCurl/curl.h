// The library of curl; Debian and Ubuntu have its header in libcurl4-openssl-dev. Swift cannot call
// functions with a variable number of arguments, so each type of an option has a function here.
#include <curl/curl.h>

static inline CURLcode folio_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode folio_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode folio_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode folio_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode folio_set_headers(CURL *handle, struct curl_slist *headers) {
  return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
}

typedef size_t (*folio_on_bytes)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode folio_set_on_bytes(CURL *handle, folio_on_bytes function) {
  return curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, function);
}

typedef int (*folio_on_progress)(
  void *context, curl_off_t total, curl_off_t now, curl_off_t total_up, curl_off_t now_up);

static inline CURLcode folio_set_on_progress(CURL *handle, folio_on_progress function) {
  return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, function);
}

static inline curl_off_t folio_size_of(CURL *handle, CURLINFO info) {
  curl_off_t value = 0;
  return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

static inline const char *folio_text_of(CURL *handle, CURLINFO info) {
  char *value = NULL;
  return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : NULL;
}

static inline long folio_number_of(CURL *handle, CURLINFO info) {
  long value = 0;
  return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}
