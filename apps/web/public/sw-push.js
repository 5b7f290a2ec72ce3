// Part of the service worker: shows what the push service brings, and opens what was pressed.
// Plain JavaScript because it is not built. A message is JSON: title, body, path, tag, lang, dir.
(function () {
  var open = function (path) {
    return self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(function (pages) {
      var url = new URL(path, self.location.origin);
      // Only places of this application, whatever a message says.
      if (url.origin !== self.location.origin) url = new URL('/', self.location.origin);
      var page = pages.find(function (one) {
        return 'navigate' in one;
      });
      if (page === undefined) return self.clients.openWindow(url.href);
      return page
        .focus()
        .then(function (focused) {
          return focused.navigate(url.href);
        })
        .catch(function () {
          // A page that another service worker controls cannot be led elsewhere.
          return self.clients.openWindow(url.href);
        });
    });
  };
  self.addEventListener('push', function (event) {
    var message = event.data === null ? {} : event.data.json();
    event.waitUntil(
      self.registration.showNotification(message.title || 'Sightline', {
        body: message.body || '',
        tag: message.tag || undefined,
        lang: message.lang || undefined,
        dir: message.dir || 'auto',
        icon: '/icon.svg',
        data: { path: message.path || '/' },
      }),
    );
  });
  self.addEventListener('notificationclick', function (event) {
    event.notification.close();
    event.waitUntil(open((event.notification.data && event.notification.data.path) || '/'));
  });
})();
