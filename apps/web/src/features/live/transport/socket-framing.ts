import type { PlayerRequest } from '@sightline/contracts/live/player-protocol';
import { ItemAssembler } from './item-assembler.ts';
import { parseReply } from './player-transport.ts';
import type { PlayerTransport, TransportEvents } from './player-transport.ts';

/** The part of `RTCDataChannel` and `WebSocket` that both have in the same shape. */
export interface MessageSocket {
  binaryType: BinaryType;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: never) => void) | null;
  send(data: string): void;
  close(): void;
}

interface FramingOptions {
  kind: PlayerTransport['kind'];
  socket: MessageSocket;
  isOpen: () => boolean;
  events: TransportEvents;
}

/** Speaks the player protocol over a socket: requests wait until it opens, chunks are joined, broken messages ignored. */
export function frameSocket({ kind, socket, isOpen, events }: FramingOptions): PlayerTransport {
  const assembler = new ItemAssembler();
  const waiting: string[] = [];
  let isClosed = false;
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => {
    for (const text of waiting.splice(0)) socket.send(text);
  };
  socket.onmessage = ({ data }) => {
    if (isClosed) return;
    if (typeof data === 'string') {
      const reply = parseReply(data);
      if (reply) events.onReply(reply);
    } else if (data instanceof ArrayBuffer) {
      const item = assembler.push(new Uint8Array(data));
      if (item) events.onItem(item);
    }
  };
  socket.onclose = () => {
    if (isClosed) return;
    isClosed = true;
    events.onClose();
  };
  return {
    kind,
    send: (request: PlayerRequest) => {
      if (isClosed) return;
      if (isOpen()) socket.send(JSON.stringify(request));
      else waiting.push(JSON.stringify(request));
    },
    forget: (requestId) => assembler.forget(requestId),
    close: () => {
      isClosed = true;
      socket.close();
    },
  };
}
