import type { Decoding } from './decoding.ts';

/** The decoder, or null with the reason when node-av is not installed for this machine. */
export async function loadDecoding(): Promise<{ decoding: Decoding | null; failure: string | null }> {
  try {
    const { nativeDecoding } = await import('./native-decoding.ts');
    return { decoding: nativeDecoding, failure: null };
  } catch (error) {
    return { decoding: null, failure: error instanceof Error ? error.message : String(error) };
  }
}
