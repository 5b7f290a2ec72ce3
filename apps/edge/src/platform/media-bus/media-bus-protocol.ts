/**
 * Frames on the media bus (Unix socket): 16-byte header, then payload.
 * u32 payload length | u16 stream number | u8 flags | u8 kind | i64 pts90k, all little-endian.
 */
export const HEADER_BYTES = 16;
/** A frame above this is a broken peer. */
export const MAX_FRAME_BYTES = 16 * 1024 * 1024;

export const FLAG_KEY = 1;
export const FLAG_CONFIG = 2;
export const FLAG_GAP = 4;

export const KIND_VIDEO = 1;
export const KIND_AUDIO = 2;
/** Payload is a StreamConfig, see media-bus-codec.ts. */
export const KIND_CONFIG = 3;
/** Payload is JSON {state, reason, epochMs}. */
export const KIND_STATUS = 4;
/** Client to server: payload is JSON {streamId}. */
export const KIND_SUBSCRIBE = 5;
/** Client to server: the next recorder waits for the place of this one. */
export const KIND_YIELD = 6;

/** Video payload begins with i32 (pts - dts) and f64 arrival ms; audio payload with u32 samples and f64 arrival ms. */
export const UNIT_PREFIX_BYTES = 12;
