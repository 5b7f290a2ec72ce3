import { afterEach, expect, test, vi } from 'vitest';
import { viewClosed, viewOpened } from './open-views.ts';

afterEach(() => vi.unstubAllGlobals());

test('LIVE-001 whoever leaves the page closes the views that it has open, once, in a request that outlives it', async () => {
  const sent = vi.fn<typeof fetch>(async () => new Response('{}'));
  const heard = new EventTarget();
  vi.stubGlobal('fetch', sent);
  vi.stubGlobal('addEventListener', heard.addEventListener.bind(heard));
  for (const leaseId of ['one', 'two', 'three']) viewOpened(leaseId);
  viewClosed('two');
  heard.dispatchEvent(new Event('pagehide'));
  heard.dispatchEvent(new Event('pagehide'));
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
  expect(sent.mock.calls.map(([url, options]) => [url, options?.method, options?.keepalive])).toEqual([
    ['/api/v1/live/one', 'DELETE', true],
    ['/api/v1/live/three', 'DELETE', true],
  ]);
});
