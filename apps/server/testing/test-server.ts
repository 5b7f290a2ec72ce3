import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntityKind } from '@sightline/contracts/permission-groups/permission-group';
import type { CallAnswer, CallDefinition, CallRequest } from '@sightline/contracts/shared/call';
import type { Session } from '@sightline/contracts/sessions/session';
import { acquireTestDatabase } from '@sightline/testing/database/test-database';
import type { Clock } from '../src/platform/clock/clock.ts';
import { createLog } from '../src/platform/log/log.ts';
import { readConfig } from '../src/app/config.ts';
import { startServer, type RunningServer } from '../src/app/server.ts';

export interface Answer<T> {
  status: number;
  body: T;
  cookie: string | null;
}

/** One person with a session, calling through real HTTP. */
export interface TestPerson {
  session: Session;
  userId: string;
  call<C extends CallDefinition>(call: C, request: CallRequest<C>): Promise<Answer<CallAnswer<C>>>;
}

/** Who a test person is: by default in an organization of the own. Permissions are held on the whole organization unless a thing is named. */
export interface PersonOptions {
  organizationId?: string | null;
  permissions?: string[];
  locationId?: string | null;
  edgeId?: string;
  cameraId?: string;
}

export interface TestServer extends RunningServer {
  connectionString: string;
  dataDir: string;
  /** Everything that was logged so far. */
  logged(): string;
  /** A call without anybody signed in. */
  call<C extends CallDefinition>(call: C, request: CallRequest<C>, token?: string): Promise<Answer<CallAnswer<C>>>;
  /** A new person; in an organization of the own unless told to join one as a member with the given permissions. */
  person(options?: PersonOptions): Promise<TestPerson>;
}

let people = 0;

/** Hashed once for all people of a test file: as slow as it must be for those who guess. */
let hashed: Promise<string> | undefined;

/** A whole server on a database of its own and a free port. */
export async function startTestServer(
  options: {
    clock?: Clock;
    args?: string[];
    env?: Record<string, string>;
    connectionString?: string;
    copyKeyFrom?: string;
  } = {},
): Promise<TestServer> {
  const database = options.connectionString ? null : await acquireTestDatabase();
  const connectionString = options.connectionString ?? database?.connectionString ?? '';
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-server-'));
  // Server processes of one installation share its master key.
  if (options.copyKeyFrom !== undefined) await cp(join(options.copyKeyFrom, 'master.key'), join(dataDir, 'master.key'));
  let text = '';
  const log = createLog('debug', { write: (line: string) => void (text += line) });
  // Nothing answers there: no test asks the name servers of the machine.
  const env = { SIGHTLINE_DNS_SERVERS: '127.0.0.1:9', ...options.env };
  const config = readConfig(['--data', dataDir, '--port', '0', ...(options.args ?? [])], env);
  const server = await startServer(config, {
    connectionString,
    log,
    ...(options.clock ? { clock: options.clock } : {}),
  });
  const call: TestServer['call'] = (definition, request, token) =>
    callServer(server.url, { definition, request, token });
  return {
    ...server,
    connectionString,
    dataDir,
    logged: () => text,
    call,
    person: (how = {}) => makePerson(server, call, how),
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
      await database?.drop();
    },
  };
}

/** Fills the path, encodes the query, sends JSON, reads JSON; nothing is checked on this side. */
async function callServer<C extends CallDefinition>(
  url: string,
  { definition, request, token }: { definition: C; request: CallRequest<C>; token?: string | undefined },
): Promise<Answer<CallAnswer<C>>> {
  const parts = request as { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };
  const path = definition.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parts.params?.[name] ?? ''),
  );
  const query = new URLSearchParams(
    Object.entries(parts.query ?? {}).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, typeof value === 'string' ? value : JSON.stringify(value)] as [string, string]],
    ),
  );
  const response = await fetch(`${url}${path}${query.size > 0 ? `?${query.toString()}` : ''}`, {
    method: definition.method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(parts.body === undefined
        ? {}
        : { 'content-type': parts.body instanceof Blob ? parts.body.type : 'application/json' }),
    },
    ...(parts.body === undefined ? {} : { body: parts.body instanceof Blob ? parts.body : JSON.stringify(parts.body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return {
    status: response.status,
    body: (isJson ? JSON.parse(text) : text) as CallAnswer<C>,
    cookie: response.headers.get('set-cookie'),
  };
}

function grantedOn({ locationId, edgeId, cameraId }: PersonOptions): {
  entityKind: EntityKind;
  entityId: string | null;
} {
  if (cameraId !== undefined) return { entityKind: 'camera', entityId: cameraId };
  if (edgeId !== undefined) return { entityKind: 'core', entityId: edgeId };
  return locationId ? { entityKind: 'location', entityId: locationId } : { entityKind: 'organization', entityId: null };
}

async function makePerson(server: RunningServer, call: TestServer['call'], how: PersonOptions): Promise<TestPerson> {
  const { platform } = server;
  people += 1;
  const email = `person-${people}-${process.pid}@example.com`;
  const passwordHash = await (hashed ??= platform.accounts.hash('a long password'));
  const account = await platform.accounts.insert(platform.database.global, {
    name: `Person ${people}`,
    email,
    passwordHash,
    isEmailVerified: true,
  });
  if (!account) throw new Error(`${email} is taken`);
  let { organizationId } = how;
  const { createOrganizationsService } = await import('../src/features/organizations/organizations.service.ts');
  if (organizationId === undefined) {
    const organization = await createOrganizationsService({
      ...platform,
      onSwitchesChanged: async () => undefined,
    }).create(
      {
        userId: account.id,
        sessionId: account.id,
        organizationId: null,
        grants: [],
        isStaff: false,
        address: undefined,
      },
      { name: `Org ${people}`, color: '#123456' },
    );
    organizationId = organization.id;
  } else if (organizationId !== null) {
    const place = organizationId;
    await platform.database.withOrganization(place, async (trx) => {
      await trx.insertInto('memberships').values({ organizationId: place, userId: account.id }).execute();
      const { newId } = await import('../src/platform/ids/ids.ts');
      for (const permission of how.permissions ?? []) {
        await trx
          .insertInto('grants')
          .values({ organizationId: place, id: newId(), userId: account.id, permission, ...grantedOn(how) })
          .execute();
      }
    });
  }
  const { session } = await platform.sessions.open(
    { userId: account.id, authProviderId: null, providerOrganizationId: null },
    { address: '127.0.0.2', userAgent: null },
  );
  return { session, userId: account.id, call: (definition, request) => call(definition, request, session.accessToken) };
}
