const names: Record<string, string> = { h264: 'H.264', h265: 'H.265', mjpeg: 'MJPEG', jpeg: 'MJPEG' };

/** A codec as people write it. */
export const codecName = (codec: string): string => names[codec.toLowerCase()] ?? codec;
