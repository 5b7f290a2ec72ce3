// Before anything is drawn: language, direction and theme of this person, so that nothing flips or flashes.
// A file of its own because the security policy forbids inline scripts; plain JavaScript because it is not built.
(function () {
  var root = document.documentElement;
  var stored = function (key) {
    try {
      return window.localStorage.getItem(key);
    } catch (_blocked) {
      return null; // storage is switched off: the browser's own preferences decide
    }
  };
  var language = stored('sightline-language') || (/^(he|iw)\b/i.test(navigator.language) ? 'he' : 'en');
  if (language !== 'he') language = 'en';
  root.lang = language;
  root.dir = language === 'he' ? 'rtl' : 'ltr';
  var scheme = stored('sightline-color-scheme');
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  root.setAttribute('data-mantine-color-scheme', scheme);
})();
