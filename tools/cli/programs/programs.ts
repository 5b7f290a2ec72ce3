import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { programFolder } from '../data-location.ts';
import { ManagedChild, type ChildMessage } from './managed-child.ts';
import { webOutput } from '../web-build.ts';

type Reporting = { onMessage: (message: ChildMessage) => void; report: (line: string) => void };

/** `edge`: a core runs beside the server, so that it can be paired with one press. */
export type ServerSettings = {
  dataFolder: string;
  port: number;
  host: string;
  web?: string;
  tls?: string;
  map?: string;
  edge: boolean;
  serverArgs: string[];
  env?: Record<string, string>;
};

/** File through which the server hands the claim code of this machine's own core to the edge beside it. */
export function localClaimFile(dataFolder: string): string {
  return join(programFolder(dataFolder, 'server'), 'local-claim');
}

export function serverProgram(settings: ServerSettings, reporting: Reporting): ManagedChild {
  const folder = programFolder(settings.dataFolder, 'server');
  let port = settings.port;
  const args = (): string[] => [
    '--data',
    folder,
    '--port',
    String(port),
    '--listen',
    settings.host,
    '--web',
    settings.web ?? webOutput,
    ...(settings.edge ? ['--local-edge-claim-file', localClaimFile(settings.dataFolder)] : []),
    ...(settings.tls === undefined ? [] : ['--tls', settings.tls]),
    ...(settings.map === undefined ? [] : ['--map', settings.map]),
    ...settings.serverArgs,
  ];
  const onMessage = (message: ChildMessage): void => {
    // With port 0 the system has chosen; a restart must come back where the browsers are.
    if (message.type === 'ready' && message.url !== undefined) port = Number(new URL(message.url).port) || port;
    reporting.onMessage(message);
  };
  return new ManagedChild({
    name: 'server',
    program: 'apps/server/src/app/main.ts',
    args,
    ...(settings.env === undefined ? {} : { env: settings.env }),
    folder,
    onMessage,
    report: reporting.report,
  });
}

/** `isLaunched`: a launcher runs it, which can change it for another version; else it is updated with its checkout. */
export type EdgeSettings = { dataFolder: string; serverUrl: string; extraArgs: string[]; isLaunched?: boolean };

export function edgeProgram(settings: EdgeSettings, reporting: Reporting): ManagedChild {
  const folder = programFolder(settings.dataFolder, 'edge');
  const args = (): string[] => ['--data', folder, '--server', settings.serverUrl, ...settings.extraArgs];
  const program = settings.isLaunched === true ? 'apps/edge/src/app/launcher/main.ts' : 'apps/edge/src/app/main.ts';
  // The recorder goes on until that of the next core takes its place, and so does what it reads cameras with.
  const outlives = (command: string): boolean =>
    /apps\/edge\/src\/app\/workers\/(?:media|compat)-worker\./.test(command);
  return new ManagedChild({
    name: 'core',
    program,
    args,
    folder,
    isFinal: (code) => code === 'claim_code_invalid',
    outlives,
    ...reporting,
  });
}

/** `noonLightPort`: where the server looks for the simulated NoonLight; without it the server may reach no simulated service. */
export type DemoSettings = { dataFolder: string; serverUrl: string; noonLightPort?: number };

export function demoProgram(settings: DemoSettings, reporting: Reporting): ManagedChild {
  const folder = programFolder(settings.dataFolder, 'demo');
  const args = (): string[] => [
    '--data',
    folder,
    '--server',
    settings.serverUrl,
    '--password-file',
    passwordFile(settings.dataFolder),
    ...(settings.noonLightPort === undefined ? [] : ['--noonlight-port', String(settings.noonLightPort)]),
  ];
  return new ManagedChild({ name: 'demo', program: 'simulators/src/demo/main.ts', args, folder, ...reporting });
}

/** The account that the demo makes, as a line for people. */
export function demoSignIn(dataFolder: string): string {
  return `sign in as demo@sightline.local with password ${demoPassword(dataFolder)}`;
}

/** The demo's random password, made once per data folder. */
export function demoPassword(dataFolder: string): string {
  const path = passwordFile(dataFolder);
  if (!existsSync(path)) writeFileSync(path, `${randomBytes(12).toString('base64url')}\n`, { mode: 0o600 });
  return readFileSync(path, 'utf8').trim();
}

/** Port of the simulated NoonLight, chosen once per data folder: the server is told before the demo runs. */
export async function demoNoonLightPort(dataFolder: string): Promise<number> {
  const path = join(programFolder(dataFolder, 'demo'), 'noonlight-port');
  const known = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
  if (Number.isInteger(known) && known > 0) return known;
  const port = await freePort();
  writeFileSync(path, `${port}\n`);
  return port;
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

function passwordFile(dataFolder: string): string {
  return join(programFolder(dataFolder, 'demo'), 'password');
}
