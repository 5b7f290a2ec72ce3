import type { YoutubeLink, YoutubeLinkInput } from '@sightline/contracts/youtube-links/youtube-link';
import { youtubeLinksCalls } from '@sightline/contracts/youtube-links/youtube-links.api';
import { noAnswer } from '../../platform/api/api-error.ts';
import { call, callPages } from '../../platform/api/client.ts';

/** How long each of these calls may take. */
const answerWithinMs = 10_000;

/** Ends a call that has no answer in time; it has then failed as if the server were away. */
async function timed<T>(run: (signal: AbortSignal) => Promise<T>, left?: AbortSignal): Promise<T> {
  const timeout = AbortSignal.timeout(answerWithinMs);
  try {
    return await run(left === undefined ? timeout : AbortSignal.any([left, timeout]));
  } catch (failure) {
    throw timeout.aborted && left?.aborted !== true ? noAnswer(failure) : failure;
  }
}

/** Links by their names, those whose name holds a text. */
export function linkPages(query: string) {
  const request = { query: { limit: 100, query: query.trim() === '' ? undefined : query.trim() } };
  return {
    ...callPages(youtubeLinksCalls.list, request),
    queryFn: ({ pageParam, signal: left }: { pageParam: string | null; signal: AbortSignal }) =>
      timed(
        (signal) =>
          call(youtubeLinksCalls.list, { query: { ...request.query, cursor: pageParam ?? undefined } }, { signal }),
        left,
      ),
  };
}

/** The same, a page at a time. */
export const readLinks = (query: string) => (cursor: string | undefined) =>
  timed((signal) =>
    call(
      youtubeLinksCalls.list,
      { query: { limit: 200, cursor, query: query.trim() === '' ? undefined : query.trim() } },
      { signal },
    ),
  );

/** Adds a link. */
export const createLink = (body: YoutubeLinkInput): Promise<YoutubeLink> =>
  timed((signal) => call(youtubeLinksCalls.create, { body }, { signal }));

/** Deletes a link. */
export const removeLink = (id: string): Promise<unknown> =>
  timed((signal) => call(youtubeLinksCalls.remove, { params: { id } }, { signal }));
