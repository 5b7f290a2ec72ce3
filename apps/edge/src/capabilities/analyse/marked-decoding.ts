import type { Decoding } from '../decode/decoding.ts';

/** Says whose pictures native code gets, before it does. */
export function markedDecoding(decoding: Decoding, mark: () => void): Decoding {
  return {
    ...decoding,
    open(codec) {
      mark();
      const decoder = decoding.open(codec);
      return {
        decode(picture, onPicture) {
          mark();
          decoder.decode(picture, onPicture);
        },
        flush(onPicture) {
          mark();
          decoder.flush(onPicture);
        },
        close: () => decoder.close(),
      };
    },
  };
}
