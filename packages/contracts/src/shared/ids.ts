import { z } from 'zod';

/** UUIDv7 made by the application; text form. Read as lower case, so that one thing never has two ids. */
export const id = z.uuid().toLowerCase().describe('UUIDv7');

/** UTC milliseconds since 1970, integer. The wire format of every instant. */
export const utcMs = z.number().int().min(0).max(8_640_000_000_000_000).describe('UTC milliseconds');

/** Marks of direction, joiners and the letters that are blank by design are no name by themselves: rows without words. */
const visible = /^(?=[\s\S]*[^\p{Cf}\p{Z}\p{M}\u115F\u1160\u2800\u3164\uFFA0])[^\p{Cc}]*$/u;

const visibleInLines = /^(?=[\s\S]*[^\p{Cc}\p{Cf}\p{Z}\p{M}\u115F\u1160\u2800\u3164\uFFA0])(?:[^\p{Cc}]|[\t\n\r])*$/u;

/** Controls that turn the order of signs around, also that of what stands beside the text: "exe.nad" is read as "dan.exe". Marks of one sign (U+200E, U+200F) turn nothing around. */
const turningControls = /[\u202A-\u202E\u2066-\u2069]/gu;

/** Text as people type or paste it, without controls that turn around the order of signs: programs wrap names that are copied in them. */
export const plainText = z.string().overwrite((text) => text.replaceAll(turningControls, ''));

/** Words as people type them, for instance of a name: 1 to `max` characters after trimming, no control characters, and something visible; controls of direction are left out. */
export const visibleWords = (max: number) =>
  plainText.trim().min(1).max(max).regex(visible, 'no control characters, and something visible');

/** Text of several lines as people type it, for instance a comment: as `visibleWords`, and lines may end. */
export const visibleLines = (max: number) =>
  plainText.trim().min(1).max(max).regex(visibleInLines, 'no control characters, and something visible');

/** Name of a thing as people type it: 1-120 characters after trimming, no control characters, and something that can be seen. */
export const name = visibleWords(120);

/** Last name of a person, which may be missing: at most 120 characters after trimming, no control characters. */
export const lastName = plainText
  .trim()
  .max(120)
  .regex(/^[^\p{Cc}]*$/u, 'no control characters');

/** Path parameters of calls on one entity. */
export const idParams = z.object({ id });
