import { expect, test } from 'vitest';
import { deliverEvent, onEvent } from './event-bus.ts';

test('hands an event only to those who hear its kind, until they stop', () => {
  const heard: string[] = [];
  const stop = onEvent('edges.removed', ({ edgeId }, { isOwn }) => heard.push(`${edgeId} ${isOwn}`));
  deliverEvent({ kind: 'cameras.removed', cameraId: 'c', locationId: 'l' }, { isOwn: false, mayToast: true });
  deliverEvent({ kind: 'edges.removed', edgeId: 'e', locationId: 'l' }, { isOwn: true, mayToast: false });
  stop();
  deliverEvent({ kind: 'edges.removed', edgeId: 'f', locationId: 'l' }, { isOwn: false, mayToast: true });
  expect(heard).toEqual(['e true']);
});
