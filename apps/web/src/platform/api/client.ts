import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { CallAnswer, CallDefinition, CallRequest } from '@sightline/contracts/shared/call';
import type { Page } from '@sightline/contracts/shared/paging';
import { fetchFromServer } from '../clock/server-clock.ts';
import { allPages } from './all-pages.ts';
import { noAnswer, readApiError, type ApiError } from './api-error.ts';
import { bearer } from './bearer.ts';
import { requestUrl, type RequestParts } from './request-url.ts';

interface CallSettings {
  signal?: AbortSignal;
  /** Part of a file in bytes, both ends included. */
  range?: { start: number; end: number };
  /** Goes out although the page is being left. */
  outlivesPage?: boolean;
}

const send = async (definition: CallDefinition, parts: RequestParts, settings: CallSettings): Promise<Response> => {
  const headers: Record<string, string> = { accept: 'application/json' };
  const token = bearer().accessToken();
  if (token !== null) headers.authorization = `Bearer ${token}`;
  if (settings.range !== undefined)
    headers.range = `bytes=${String(settings.range.start)}-${String(settings.range.end)}`;
  // A file is sent as it is.
  const isFile = parts.body instanceof Blob;
  if (parts.body !== undefined) headers['content-type'] = isFile ? (parts.body as Blob).type : 'application/json';
  try {
    return await fetchFromServer(requestUrl(definition.path, parts), {
      method: definition.method,
      headers,
      credentials: 'same-origin',
      ...(parts.body === undefined ? {} : { body: isFile ? (parts.body as Blob) : JSON.stringify(parts.body) }),
      ...(settings.signal === undefined ? {} : { signal: settings.signal }),
      ...(settings.outlivesPage === true && { keepalive: true }),
    });
  } catch (failure) {
    if (settings.signal?.aborted === true) throw failure;
    throw noAnswer(failure);
  }
};

const sendAndRenew = async (
  definition: CallDefinition,
  parts: RequestParts,
  settings: CallSettings,
): Promise<Response> => {
  const { accessToken, renewSession } = bearer();
  const tokenBefore = accessToken();
  let response = await send(definition, parts, settings);
  if (response.status === 401 && tokenBefore !== null && (await renewSession(tokenBefore))) {
    response = await send(definition, parts, settings);
  }
  if (!response.ok) throw await readApiError(response);
  return response;
};

/**
 * Makes one call of the contract. An answer "unauthenticated" to a call that carried a token renews the session once
 * and repeats it. Throws {@link ApiError}; aborting through `signal` throws the signal's own reason.
 */
export const call = async <const C extends CallDefinition>(
  definition: C,
  request: CallRequest<C>,
  settings: CallSettings = {},
): Promise<CallAnswer<C>> => {
  const response = await sendAndRenew(definition, request as RequestParts, settings);
  if (response.status === 204) return {} as CallAnswer<C>;
  return (await response.json()) as CallAnswer<C>;
};

/** As {@link call}, for calls that answer a file: the answer as it begins to arrive. Throws {@link ApiError}. */
export const callForFile = <const C extends CallDefinition>(
  definition: C,
  request: CallRequest<C>,
  settings: CallSettings = {},
): Promise<Response> => sendAndRenew(definition, request as RequestParts, settings);

/** Cache key of a call: method, path, request. A prefix of it names all requests of the same call. */
export const callKey = <const C extends CallDefinition>(definition: C, request?: CallRequest<C>): readonly unknown[] =>
  request === undefined ? [definition.method, definition.path] : [definition.method, definition.path, request];

/** TanStack Query options for a reading call. */
export const callQuery = <const C extends CallDefinition>(definition: C, request: CallRequest<C>) =>
  queryOptions<CallAnswer<C>, ApiError>({
    queryKey: callKey(definition, request),
    queryFn: ({ signal }) => call(definition, request, { signal }),
  });

type ItemOf<C extends CallDefinition> = CallAnswer<C> extends Page<infer Item> ? Item : never;

const pageOf = <const C extends CallDefinition>(definition: C, request: CallRequest<C>, signal: AbortSignal) => {
  const parts = request as RequestParts;
  return async (cursor: string | undefined): Promise<Page<ItemOf<C>>> =>
    (await call(definition, { ...parts, query: { ...parts.query, cursor } } as CallRequest<C>, { signal })) as Page<
      ItemOf<C>
    >;
};

/** TanStack infinite query options for a list call: pages follow `nextCursor`. */
export const callPages = <const C extends CallDefinition>(definition: C, request: CallRequest<C>) =>
  infiniteQueryOptions({
    queryKey: [...callKey(definition, request), 'pages'],
    queryFn: ({ signal, pageParam }): Promise<Page<ItemOf<C>>> =>
      pageOf(definition, request, signal)(pageParam ?? undefined),
    initialPageParam: null as string | null,
    getNextPageParam: (last: Page<ItemOf<C>>) => last.nextCursor,
  });

/** TanStack Query options for the whole of a list, for choices and counts that must not leave anything out. */
export const callAll = <const C extends CallDefinition>(definition: C, request: CallRequest<C>) =>
  queryOptions<Page<ItemOf<C>>, ApiError>({
    queryKey: [...callKey(definition, request), 'all'],
    queryFn: ({ signal }) => allPages(pageOf(definition, request, signal)),
  });
