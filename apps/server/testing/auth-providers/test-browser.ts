import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import type { Session } from '@sightline/contracts/sessions/session';
import type { ErrorBody } from '@sightline/contracts/shared/errors';
import type { TestPerson, TestServer } from '../test-server.ts';

interface Cookie {
  value: string;
  path: string;
  sameSite: string;
}

/** Where a browser ended: a page of ours, with what stands in its query. */
export interface Landed {
  path: string;
  code: string | null;
  msg: string | null;
  description: string | null;
  redirectUrl: string | null;
}

interface Answer<T> {
  status: number;
  body: T & Partial<ErrorBody>;
  cookies: string[];
}

type Jars = Map<string, Map<string, Cookie>>;

interface Sending extends RequestInit {
  /** A page of another site sends this. */
  isFromElsewhere?: boolean;
}

function keepCookies(jars: Jars, origin: string, lines: readonly string[]): void {
  const jar = jars.get(origin) ?? new Map<string, Cookie>();
  jars.set(origin, jar);
  for (const line of lines) {
    const [pair = '', ...rest] = line.split(';').map((part) => part.trim());
    const attributes = new Map(
      rest.map((part) => part.split('=') as [string, string]).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const name = pair.slice(0, pair.indexOf('='));
    const [path, sameSite] = [attributes.get('path') ?? '/', (attributes.get('samesite') ?? 'lax').toLowerCase()];
    jar.set(name, { value: pair.slice(name.length + 1), path, sameSite });
  }
}

async function send(jars: Jars, url: URL, { isFromElsewhere, ...init }: Sending = {}): Promise<Response> {
  const method = init.method ?? 'GET';
  const cookies = [...(jars.get(url.origin) ?? [])]
    .filter(([, cookie]) => url.pathname.startsWith(cookie.path))
    // Lax cookies come along when somebody goes to a site, and not with what another site sends there.
    .filter(([, cookie]) => isFromElsewhere !== true || (cookie.sameSite === 'lax' && method === 'GET'))
    .map(([name, cookie]) => `${name}=${cookie.value}`);
  const response = await fetch(url, {
    ...init,
    redirect: 'manual',
    headers: { ...(init.headers as Record<string, string>), cookie: cookies.join('; ') },
  });
  keepCookies(jars, url.origin, response.headers.getSetCookie());
  return response;
}

/** Goes where it is sent until a page of ours or something that is no redirect. */
async function followRedirects(
  { jars, isPage }: { jars: Jars; isPage: (url: URL) => boolean },
  first: URL,
  init: Sending,
): Promise<{ url: URL; text: string; status: number }> {
  let [url, how] = [first, init];
  for (let hop = 0; hop < 20; hop += 1) {
    if (isPage(url)) return { url, text: '', status: 200 };
    const response = await send(jars, url, how);
    const location = response.headers.get('location');
    if (location === null) return { url, text: await response.text(), status: response.status };
    const next = new URL(location, url);
    how = { isFromElsewhere: how.isFromElsewhere === true || next.origin !== url.origin };
    url = next;
  }
  throw new Error(`the browser was sent around in circles at ${url.href}`);
}

/** As much of a browser as a sign-in at a provider needs: cookies of each site, redirects, and forms that other sites send here. */
export type TestBrowser = ReturnType<typeof createTestBrowser>;

export function createTestBrowser(server: string) {
  const jars: Jars = new Map();
  const isPage = (url: URL): boolean => url.origin === server && !url.pathname.startsWith('/api/');

  const follow = (first: URL, init: Sending = {}) => followRedirects({ jars, isPage }, first, init);

  const post = async <T>(path: string, body: unknown, token?: string): Promise<Answer<T>> => {
    const headers = {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const response = await send(jars, new URL(path, server), { method: 'POST', headers, body: JSON.stringify(body) });
    return {
      status: response.status,
      body: (await response.json()) as T & Partial<ErrorBody>,
      cookies: response.headers.getSetCookie(),
    };
  };

  return {
    post,
    follow,
    /** Takes the address to go to from the server. */
    begin: (
      providerId: string,
      { redirectUrl, token }: { redirectUrl?: string | undefined; token?: string | undefined } = {},
    ) =>
      post<{ url: string }>(
        authProvidersCalls.begin.path.replace('{id}', providerId),
        { redirectUrl, link: token !== undefined },
        token,
      ),
    exchange: (code: string) => post<Session>(sessionsCalls.exchangeCode.path, { code }),
    sendForm: (url: string, form: Record<string, string>) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return follow(new URL(url), {
        method: 'POST',
        isFromElsewhere: true,
        headers,
        body: new URLSearchParams(form).toString(),
      });
    },
  };
}

/** What the page of ours that a browser ended on was told. */
export function landedAt({ url }: { url: URL }): Landed {
  const { searchParams } = url;
  const code = searchParams.get('code');
  return {
    path: url.pathname,
    code,
    msg: searchParams.get('msg'),
    description: searchParams.get('error_description'),
    redirectUrl: searchParams.get('redirectUrl'),
  };
}

/** The fields of the one form of a page. */
export function formOf(html: string): { action: string; fields: Record<string, string> } {
  const plain = (text: string): string =>
    text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  const fields = [...html.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    plain(value),
  ]);
  return {
    action: plain(/action="([^"]+)"/.exec(html)?.[1] ?? ''),
    fields: Object.fromEntries(fields) as Record<string, string>,
  };
}

/** The same person with a new session: tests that move the clock outlive their tokens. */
export async function signedInAnew(server: TestServer, { session, userId }: TestPerson): Promise<TestPerson> {
  const { email } = session.user;
  const opened = await server.platform.sessions.signIn(
    { email, password: 'a long password' },
    { address: '127.0.0.1', userAgent: null },
  );
  return {
    session: opened.session,
    userId,
    call: (definition, request) => server.call(definition, request, opened.session.accessToken),
  };
}

/** Why the last sign-in at a provider was refused, as administrators can read it. */
export const lastReason = (server: TestServer): string | null => {
  const reasons = [
    ...server.logged().matchAll(/"reason":"((?:[^"\\\\]|\\\\.)*)"[^\n]*a sign-in at a provider was refused/g),
  ];
  return reasons.at(-1)?.[1] ?? null;
};
