import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import { expect, test, vi } from 'vitest';
import { queryClient } from '../../platform/api/query-client.ts';
import { deliverEvent } from '../../platform/realtime/event-bus.ts';
import { queueKeys } from './sync-queries.ts';
import { hearQueueUpdates } from './use-queue-updates.ts';

const context = { isOwn: false, mayToast: true };

test.each(['cameras.changed', 'cameras.removed', 'edges.changed'] as const)(
  'SYNC-001 the queue is read again after %s, also while its core is away and nothing can be sent',
  (kind) => {
    vi.useFakeTimers();
    const read = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
    const stop = hearQueueUpdates();
    deliverEvent({ kind, cameraId: 'c', edgeId: 'e', locationId: 'l', revision: 2 } as RealtimeEvent, context);
    vi.advanceTimersByTime(1_000);
    expect(read.mock.calls.map(([filter]) => filter?.queryKey)).toEqual(queueKeys);
    stop();
    deliverEvent({ kind, cameraId: 'c', edgeId: 'e', locationId: 'l', revision: 3 } as RealtimeEvent, context);
    vi.advanceTimersByTime(1_000);
    expect(read).toHaveBeenCalledTimes(queueKeys.length);
    vi.useRealTimers();
    read.mockRestore();
  },
);
