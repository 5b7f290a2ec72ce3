import type { CallAnswer, CallDefinition, CallRequest } from '@sightline/contracts/shared/call';

/** A refusal by the server, with its code. */
export class ApiRefusal extends Error {
  override name = 'ApiRefusal';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Calls the public API by its contract objects. */
export interface ApiClient {
  call<C extends CallDefinition>(definition: C, request?: Partial<CallRequest<C>>): Promise<CallAnswer<C>>;
  /** Used by every later call. */
  useToken(accessToken: string): void;
}

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

const contentType = (body: unknown): Record<string, string> => {
  if (body === undefined) return {};
  return { 'content-type': body instanceof Blob ? body.type : 'application/json' };
};

function address(server: string, path: string, { params = {}, query = {} }: Parts): URL {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const url = new URL(filled, server);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

export function createApiClient(server: string, signal: AbortSignal): ApiClient {
  let token = '';
  return {
    useToken(accessToken) {
      token = accessToken;
    },
    async call(definition, request) {
      const parts: Parts = request ?? {};
      const response = await fetch(address(server, definition.path, parts), {
        method: definition.method,
        headers: {
          ...contentType(parts.body),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        ...(parts.body === undefined
          ? {}
          : { body: parts.body instanceof Blob ? parts.body : JSON.stringify(parts.body) }),
        signal,
      });
      const answer: unknown = await response.json().catch(() => ({}));
      if (!response.ok) {
        const { code = `http_${response.status}`, message = response.statusText } = answer as {
          code?: string;
          message?: string;
        };
        throw new ApiRefusal(code, `${definition.method} ${definition.path}: ${code} ${message}`);
      }
      return definition.output.parse(answer) as never;
    },
  };
}
