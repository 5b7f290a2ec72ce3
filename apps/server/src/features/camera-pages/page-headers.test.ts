import { describe, expect, it } from 'vitest';
import { createPageAddresses } from './page-addresses.ts';
import { isOfOwnPage, isPlainPath, requestHeadersFor, type PageNames } from './page-request-headers.ts';
import { movedTo, renamedCookie, responseHeadersFor } from './page-response-headers.ts';

const names: PageNames = {
  ownOrigin: 'https://abc.pages.example.org',
  cameraOrigin: 'http://10.0.0.9:8000',
  cookiePrefix: 'page-abc-',
};

describe('the address of a page', () => {
  it.each([
    'https://pages.example.org',
    'https://*',
    'ftp://*.pages.example.org',
    'https://*.pages.example.org/x',
    'https://a.*.org',
    '',
  ])('is none with %s', (pattern) => {
    expect(() => createPageAddresses(pattern)).toThrow();
  });

  it('has one label of its own, whatever else a host says', () => {
    const addresses = createPageAddresses('http://*.localhost:8443');
    expect([addresses.originOf('abc'), addresses.labelOf('ABC.localhost:8443')]).toEqual([
      'http://abc.localhost:8443',
      'abc',
    ]);
    for (const host of [
      'localhost:8443',
      '.localhost:8443',
      'a.b.localhost:8443',
      'abc.localhost',
      'abc.localhost:84431',
      'abc.localhost:8443.evil.example',
      '',
    ])
      expect(addresses.labelOf(host)).toBeNull();
  });
});

describe('CAM-015 what a camera is told', () => {
  it('holds nothing of the app, of the way, or of the person', () => {
    const passed = requestHeadersFor(
      {
        host: 'abc.pages.example.org',
        cookie:
          'sightline_refresh=secret; __Host-sightline-page=s; page-abc-SessionID=1; page-other-SessionID=2; page-abc-lang=en',
        connection: 'keep-alive, X-Hop',
        'x-hop': '1',
        'x-forwarded-for': '192.0.2.1',
        forwarded: 'for=192.0.2.1',
        'x-real-ip': '192.0.2.1',
        'proxy-authorization': 'Basic x',
        'transfer-encoding': 'chunked',
        te: 'trailers',
        expect: '100-continue',
        'sightline-failure': 'core_offline',
        origin: 'https://abc.pages.example.org',
        referer: 'https://video.example.org/camera-edit/1',
        authorization: 'Digest username="admin"',
        'accept-encoding': 'br, gzip',
        range: 'bytes=0-9',
      },
      names,
    );
    expect(passed).toEqual({
      cookie: 'SessionID=1; lang=en',
      origin: 'http://10.0.0.9:8000',
      authorization: 'Digest username="admin"',
      'accept-encoding': 'gzip',
      range: 'bytes=0-9',
    });
  });

  it.each([
    '//evil.example/',
    '/../x',
    '/a/../../x',
    '/a/%2e%2e/x',
    '/.',
    'http://evil.example/',
    '*',
    '/a\\b',
    '/a%5cb',
    '/a%0d%0ax',
    '/a b',
    '/ä',
    '',
  ])('is never the path %s', (path) => expect(isPlainPath(path)).toBe(false));

  it.each(['/', '/a/b.cgi?x=../y&u=http://z/', '/a..b/...', '/%20', '/a//b'])('may be the path %s', (path) =>
    expect(isPlainPath(path)).toBe(true),
  );

  it('comes from its own page, or from nobody', () => {
    const own = names.ownOrigin;
    for (const headers of [
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', origin: own },
      { 'sec-fetch-site': 'same-origin', origin: 'https://video.example.org' },
      { origin: 'https://video.example.org' },
      { origin: 'null' },
    ])
      expect(isOfOwnPage(headers, own)).toBe(false);
    for (const headers of [
      {},
      { origin: own },
      { 'sec-fetch-site': 'same-origin', origin: 'null' },
      { 'sec-fetch-site': 'none' },
    ])
      expect(isOfOwnPage(headers, own)).toBe(true);
  });
});

describe('CAM-015 what a browser is told', () => {
  const told = (headers: Record<string, string | string[]>) =>
    responseHeadersFor(headers, { path: '/a/b', names, isSecure: true });

  it('reaches nothing beyond the page', () => {
    const passed = told({
      ':status': '200',
      'strict-transport-security': 'max-age=1',
      'clear-site-data': '"*"',
      'alt-svc': 'h3',
      'report-to': '{}',
      'access-control-allow-origin': '*',
      'service-worker-allowed': '/',
      'cross-origin-opener-policy': 'unsafe-none',
      'referrer-policy': 'unsafe-url',
      'content-security-policy':
        'default-src http://10.0.0.9:8000; report-uri https://collector.example/; frame-ancestors *',
      'www-authenticate': 'Digest realm="x"',
      'content-type': 'text/html',
    });
    expect(passed).toMatchObject({
      'content-security-policy': ['default-src https://abc.pages.example.org', "frame-ancestors 'self'"],
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'www-authenticate': 'Digest realm="x"',
    });
    for (const name of [
      'strict-transport-security',
      'clear-site-data',
      'alt-svc',
      'report-to',
      'access-control-allow-origin',
      'service-worker-allowed',
      ':status',
    ])
      expect(passed).not.toHaveProperty(name);
  });

  it('knows the cookies of the camera under other names, for this host alone', () => {
    expect(
      renamedCookie(
        'SessionID=a=b; Domain=example.org; Path=/cgi; HttpOnly; SameSite=None; Partitioned; Max-Age=9',
        'page-abc-',
        true,
      ),
    ).toBe('page-abc-SessionID=a=b; Path=/; HttpOnly; Max-Age=9; Secure');
    expect(renamedCookie('__Host-sightline-page=x', 'page-abc-', false)).toBe(
      'page-abc-__Host-sightline-page=x; Path=/',
    );
    for (const broken of ['', '=x', 'novalue', 'a b=c']) expect(renamedCookie(broken, 'page-abc-', true)).toBeNull();
    expect(told({ 'set-cookie': ['a=1', 'broken'] })['set-cookie']).toEqual(['page-abc-a=1; Path=/; Secure']);
  });

  it.each([
    ['http://10.0.0.9:8000/login?x=1', 'https://abc.pages.example.org/login?x=1'],
    ['c', 'https://abc.pages.example.org/a/c'],
    ['/x/..//evil.example/', 'https://abc.pages.example.org//evil.example/'],
    ['http://admin:pw@10.0.0.9:8000/', 'https://abc.pages.example.org/'],
  ])('goes on from %s to %s', (from, to) => expect(movedTo(from, '/a/b', names)).toEqual({ location: to }));

  it.each([
    ['http://10.0.0.9/', 'http://10.0.0.9'],
    ['https://10.0.0.9:8000/', 'https://10.0.0.9:8000'],
    ['//evil.example/', 'http://evil.example'],
    ['\\\\evil.example/', 'http://evil.example'],
    ['http://10.0.0.9:8000@evil.example/', 'http://evil.example'],
    ['javascript:alert(1)', 'javascript:'],
    ['http://[', 'http://['],
  ])('is not sent on to %s', (from, elsewhere) => expect(movedTo(from, '/a/b', names)).toEqual({ elsewhere }));

  it('is refreshed within the page only', () => {
    expect(told({ refresh: '5; url=http://10.0.0.9:8000/next' })).toMatchObject({
      refresh: '5; url=https://abc.pages.example.org/next',
    });
    for (const refresh of ['0; url=https://evil.example/', '0;url="//evil.example"'])
      expect(told({ refresh })).not.toHaveProperty('refresh');
  });
});
