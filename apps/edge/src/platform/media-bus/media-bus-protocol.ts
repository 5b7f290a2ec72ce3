/**
 * Frames on the media bus (Unix socket): 16-byte header, then payload.
 * u32 payload length | u16 stream number | u8 flags | u8 kind | i64 pts90k, all little-endian.
 */
export const headerBytes = 16;
/** A frame above this is a broken peer. */
export const maxFrameBytes = 16 * 1024 * 1024;

export const flagKey = 1;
export const flagConfig = 2;
export const flagGap = 4;

export const kindVideo = 1;
export const kindAudio = 2;
/** Payload is a StreamConfig, see media-bus-codec.ts. */
export const kindConfig = 3;
/** Payload is JSON {state, reason, epochMs}. */
export const kindStatus = 4;
/** Client to server: payload is JSON {streamId}. */
export const kindSubscribe = 5;
/** Client to server: the next recorder waits for the place of this one. */
export const kindYield = 6;

/** Video payload begins with i32 (pts - dts) and f64 arrival ms; audio payload with u32 samples and f64 arrival ms. */
export const unitPrefixBytes = 12;
