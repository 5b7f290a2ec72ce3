/** What a transport tells its owner. */
export interface PlayerTransportEvents {
  text: (text: string) => void;
  closed: () => void;
}

/**
 * A two-way pipe to one browser: the data channel of a peer connection, or a relayed WebSocket. Nothing here ever blocks;
 * whoever has much to send asks `bufferedBytes` and waits for `whenDrained`.
 */
export interface PlayerTransport {
  /** Set once by the owner, before anything can arrive. */
  listen(events: PlayerTransportEvents): void;
  /** Sending on a closed transport does nothing. */
  sendText(text: string): void;
  sendBinary(bytes: Uint8Array): void;
  /** Bytes handed over that have not left this process. */
  bufferedBytes(): number;
  /** Resolves when `bufferedBytes` fell below `lowWaterBytes`, or when the transport closed. */
  whenDrained(): Promise<void>;
  isOpen(): boolean;
  close(): void;
}

/** Senders stop above this. */
export const highWaterBytes = 1_048_576;
/** And go on below this. */
export const lowWaterBytes = 262_144;
