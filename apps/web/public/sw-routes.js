// Part of the service worker: what the browser may decide without it. Plain JavaScript because it is not built.
// Calls never pass through it, and hashed files are read where they are kept, so that it need not be woken for every piece of a page.
// Browsers that know no such rules ask it for everything, with the same outcome.
(function () {
  self.addEventListener('install', function (event) {
    if (typeof event.addRoutes !== 'function') return;
    // As workbox names the place where it keeps the files of its build. What is not there comes from the network.
    var kept = 'workbox-precache-v2-' + self.registration.scope;
    event.waitUntil(
      event
        .addRoutes([
          { condition: { urlPattern: '/api/*' }, source: 'network' },
          { condition: { urlPattern: '/assets/*' }, source: { cacheName: kept } },
        ])
        .catch(function () {
          // A browser with other rules than these: the worker answers as it would without them.
        }),
    );
  });
})();
