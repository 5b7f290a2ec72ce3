import { encodeBinaryHeader } from '@sightline/contracts/live/player-binary';
import { playerRequest } from '@sightline/contracts/live/player-protocol';
import { describe, expect, it } from 'vitest';
import { frameSocket } from './socket-framing.ts';
import type { MessageSocket } from './socket-framing.ts';
import { parseReply } from './player-transport.ts';
import { PlayerRequests } from './player-requests.ts';
import type { RequestReply } from './player-requests.ts';

/** A socket whose far end is the test: framing is what is looked at here, the core itself is met end to end. */
function pair() {
  const sent: unknown[] = [];
  let isOpen = false;
  const socket: MessageSocket = {
    binaryType: 'blob',
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => sent.push(playerRequest.parse(JSON.parse(text))),
    close: () => undefined,
  };
  const closed: string[] = [];
  const holder: { requests?: PlayerRequests } = {};
  const transport = frameSocket({
    kind: 'relay',
    socket,
    isOpen: () => isOpen,
    events: {
      onReply: (reply) => {
        if (reply.type !== 'bye') holder.requests?.receive(reply);
      },
      onItem: (item) => holder.requests?.receiveItem(item),
      onClose: () => {
        closed.push('closed');
        holder.requests?.lose();
      },
    },
  });
  const requests = new PlayerRequests(transport);
  holder.requests = requests;
  const say = (data: unknown) => socket.onmessage?.({ data } as MessageEvent);
  const open = () => {
    isOpen = true;
    socket.onopen?.(new Event('open'));
  };
  return { sent, requests, say, open, socket, closed };
}

describe('requests over a player transport', () => {
  it('ignores text that is no reply', () => {
    expect(parseReply('{')).toBeNull();
    expect(parseReply('"x"')).toBeNull();
    expect(parseReply('{"type":"else","requestId":1}')).toBeNull();
    expect(parseReply('{"type":"done"}')).toBeNull();
    expect(parseReply('{"type":"bye","code":"live_lease_ended"}')).toMatchObject({ type: 'bye' });
  });

  it('holds requests back until the socket is open, in order, and sends what the contract allows', () => {
    const { sent, requests, open } = pair();
    requests.open({ type: 'ping', sentAtMs: 1 }, {});
    requests.open(
      {
        type: 'footage',
        stream: 'main',
        fromUtcMs: 1,
        toUtcMs: 2,
        keyframesOnly: false,
        transcode: false,
        windowBytes: 65_536,
      },
      {},
    );
    expect(sent).toEqual([]);
    open();
    expect(sent).toMatchObject([
      { type: 'ping', requestId: 1 },
      { type: 'footage', requestId: 2 },
    ]);
  });

  it('routes replies and items to the one who asked, and nothing after cancel', () => {
    const { sent, requests, say, open } = pair();
    open();
    const replies: RequestReply[] = [];
    const items: number[] = [];
    const request = requests.open(
      { type: 'live', stream: 'auto', transcode: false },
      { onReply: (reply) => replies.push(reply), onItem: (item) => items.push(item.bytes.byteLength) },
    );
    const frame = new Uint8Array([
      ...encodeBinaryHeader({ kind: 2, isLast: true, startsWithKey: true, requestId: request.requestId, wallMs: 5 }),
      1,
      2,
    ]);
    say(JSON.stringify({ type: 'state', requestId: request.requestId, state: 'live', cause: null, lastUnitUtcMs: 1 }));
    say(frame.buffer);
    request.cancel();
    say(frame.buffer);
    expect(replies).toHaveLength(1);
    expect(items).toEqual([2]);
    expect(sent.at(-1)).toMatchObject({ type: 'cancel', requestId: request.requestId });
  });

  it('tells everybody who waits when the socket closes, once', () => {
    const { requests, socket, closed, open } = pair();
    open();
    let lost = 0;
    requests.open(
      { type: 'ping', sentAtMs: 1 },
      {
        onLost: () => {
          lost += 1;
        },
      },
    );
    socket.onclose?.({} as never);
    socket.onclose?.({} as never);
    expect(lost).toBe(1);
    expect(closed).toEqual(['closed']);
  });
});
