import { v7 as uuidv7 } from 'uuid';
import { expect, test, vi } from 'vitest';
import {
  thumbnailKey,
  ThumbnailSender,
  type ThumbnailMessage,
  type ThumbnailQueue,
  type WaitingThumbnail,
} from './thumbnail-sender.ts';

type Outcome = 'kept' | 'later' | 'refused';

/** Pictures that wait, and a server that answers for each. */
function deliver(waiting: WaitingThumbnail[], outcomeOf: (eventId: string, times: number) => Outcome) {
  const sent: string[] = [];
  const queue: ThumbnailQueue = {
    next: (isHeld) => waiting.find(({ key }) => !isHeld(key)) ?? null,
    read: async ({ key }) => ({
      eventId: key.split('/')[0] ?? '',
      cameraId: uuidv7(),
      startedAtUtcMs: 1,
      kind: 'object',
      jpeg: '',
    }),
    done: ({ key, version }) => {
      const at = waiting.findIndex((one) => one.key === key && one.version === version);
      if (at !== -1) waiting.splice(at, 1);
    },
    onChange: () => () => undefined,
  };
  const send = ({ eventId, kind }: ThumbnailMessage): void => {
    sent.push(eventId);
    const outcome = outcomeOf(eventId, sent.filter((one) => one === eventId).length);
    queueMicrotask(() => sender.answered({ type: 'thumbnailAck', eventId, kind, outcome }));
  };
  const sender = new ThumbnailSender(queue, send, { laterMs: 1 });
  sender.resume();
  return { sent, sender };
}

const waitingOf = (eventId: string, version = 1): WaitingThumbnail => ({
  key: thumbnailKey(eventId, 'object'),
  version,
});

test('a picture of an event that the server never takes is not offered for ever', async () => {
  const [refused, wanted] = [uuidv7(), uuidv7()];
  const waiting = [waitingOf(refused), waitingOf(wanted)];
  const { sent, sender } = deliver(waiting, (eventId) => (eventId === refused ? 'later' : 'kept'));
  await vi.waitFor(() => expect(waiting).toEqual([]), { timeout: 10_000 });
  expect(sent.filter((one) => one === refused)).toHaveLength(11);
  expect(sent.filter((one) => one === wanted)).toHaveLength(1);
  sender.dispose();
});

test('a newer picture of the same event begins anew', async () => {
  const eventId = uuidv7();
  const waiting = [waitingOf(eventId)];
  const { sent, sender } = deliver(waiting, (_, times) => {
    if (times === 9) waiting.splice(0, 1, waitingOf(eventId, 2));
    return times < 15 ? 'later' : 'kept';
  });
  await vi.waitFor(() => expect(waiting).toEqual([]), { timeout: 10_000 });
  expect(sent).toHaveLength(15);
  sender.dispose();
});

test('an event that comes late gets its picture', async () => {
  const waiting = [waitingOf(uuidv7())];
  const { sent, sender } = deliver(waiting, (_, times) => (times < 4 ? 'later' : 'kept'));
  await vi.waitFor(() => expect(waiting).toEqual([]), { timeout: 10_000 });
  expect(sent).toHaveLength(4);
  sender.dispose();
});
