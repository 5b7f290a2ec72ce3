import { isLoopback, openDataFolder, requireFreePort, takeProgramFolders, type ProgramName } from './data-location.ts';
import { UsageError } from './exit-codes.ts';
import type { ChildMessage, ManagedChild } from './programs/managed-child.ts';
import { beginStep, withStep, type RunningStep } from './progress.ts';
import {
  demoNoonLightPort,
  demoPassword,
  demoProgram,
  demoSignIn,
  edgeProgram,
  localClaimFile,
  serverProgram,
} from './programs/programs.ts';
import { superviseUntilStopped } from './programs/supervision.ts';
import { buildWeb, isWebCurrent } from './web-build.ts';

/** `serverArgs` and `edgeArgs` are handed on to server and core. */
export type UpOptions = {
  data?: string;
  web?: string;
  port: number;
  host: string;
  tls?: string;
  map?: string;
  demo: boolean;
  edge: boolean;
  serverArgs: string[];
  edgeArgs: string[];
};

/** Server, and unless switched off one core and the demo cameras, until Ctrl-C. */
export async function runUp(options: UpOptions): Promise<number> {
  if (options.demo && !isLoopback(options.host)) {
    throw new UsageError(`the demo runs on this machine only, not with --listen ${options.host}; add --no-demo`);
  }
  const dataFolder = openDataFolder(options.data);
  const names: ProgramName[] = [
    'server',
    ...(options.edge ? (['edge'] as const) : []),
    ...(options.demo ? (['demo'] as const) : []),
  ];
  const lock = await takeProgramFolders(dataFolder, names);
  const children: ManagedChild[] = [];
  return superviseUntilStopped(children, { dataFolder, lock }, () => startAll({ ...options, dataFolder }, children));
}

/** `noonLightPort`: of the simulated NoonLight; undefined where the server asks another one, or there is no demo. */
type StartOptions = UpOptions & { dataFolder: string; noonLightPort?: number };

async function startAll(given: StartOptions, children: ManagedChild[]): Promise<void> {
  console.log(`data folder ${given.dataFolder}`);
  const isPlayed = given.demo && process.env['SIGHTLINE_NOONLIGHT_URL'] === undefined;
  const options = isPlayed ? { ...given, noonLightPort: await demoNoonLightPort(given.dataFolder) } : given;
  const url = await startServer(options, children);
  if (options.edge) await startEdge(options, url, children);
  const hasDemo = options.demo && (await startDemo(options, url, children));
  console.log(`\nSightline runs at ${url}`);
  if (hasDemo) console.log(demoSignIn(options.dataFolder));
  console.log(`logs are in ${children.map((child) => child.logPath).join(', ')}; stop with Ctrl-C`);
}

async function startServer(options: StartOptions, children: ManagedChild[]): Promise<string> {
  const step = stepOf('start the server');
  const server = serverProgram({ ...options, env: simulatedServices(options) }, { report, onMessage: step.onMessage });
  children.push(server);
  await server.endLeftovers();
  await requireFreePort(options.port, options.host);
  if (options.web === undefined && !isWebCurrent()) await withStep('build the web app', () => buildWeb('collect'));
  const ready = await step.run(() => server.start());
  return ready.url ?? `http://${options.host}:${options.port}`;
}

/** The demo's services are simulated on this machine, which a server calls for nobody else. */
function simulatedServices({ noonLightPort }: StartOptions): Record<string, string> {
  if (noonLightPort === undefined) return {};
  const allowed = ['127.0.0.1', process.env['SIGHTLINE_EGRESS_ALLOW'] ?? ''].filter(Boolean).join(',');
  return { SIGHTLINE_NOONLIGHT_URL: `http://127.0.0.1:${noonLightPort}`, SIGHTLINE_EGRESS_ALLOW: allowed };
}

async function startEdge(options: StartOptions, url: string, children: ManagedChild[]): Promise<void> {
  const step = stepOf('start the core');
  // The certificate of this very server is the one to trust, also when it signed itself.
  const trust = options.tls === undefined ? [] : ['--server-ca', options.tls.split(',')[0]];
  // The demo's devices are simulated on this machine, which a core calls for nobody else.
  const networks = ['127.0.0.0/8', process.env['SIGHTLINE_DEVICE_NETWORKS'] ?? ''].filter(Boolean).join(',');
  const devices = options.demo ? ['--device-networks', networks] : [];
  const extraArgs = ['--claim-file', localClaimFile(options.dataFolder), ...trust, ...devices, ...options.edgeArgs];
  const settings = { dataFolder: options.dataFolder, serverUrl: reachableHere(url), extraArgs };
  const edge = edgeProgram(settings, { report, onMessage: step.onMessage });
  children.push(edge);
  await step.run(() => edge.start());
}

/** Answers whether there is a demo to sign in to. */
async function startDemo(options: StartOptions, url: string, children: ManagedChild[]): Promise<boolean> {
  demoPassword(options.dataFolder);
  console.log(`   ${url} is ready; preparing the first demo camera`);
  const step = stepOf('start the demo cameras');
  const { dataFolder, noonLightPort } = options;
  const settings = { dataFolder, serverUrl: url, ...(noonLightPort === undefined ? {} : { noonLightPort }) };
  const demo = demoProgram(settings, { report, onMessage: step.onMessage });
  children.push(demo);
  try {
    const { controlUrl, servicesUrl } = await step.run(() => demo.start());
    report(`see and break the demo cameras at ${controlUrl ?? ''} and the simulated services at ${servicesUrl ?? ''}`);
    return true;
  } catch (error) {
    if (demo.isStopping) throw error;
    // Server and core are of use without it.
    report(`no demo cameras: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

/** A server that listens on every address is reached over loopback from here. */
function reachableHere(url: string): string {
  return url.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//127.0.0.1');
}

export function report(line: string): void {
  console.log(`-- ${line}`);
}

/** Shows what a child tells while it starts; what comes later (cameras that are made in the background) comes as lines. */
export function stepOf(title: string): {
  onMessage: (message: ChildMessage) => void;
  run: <T>(work: () => Promise<T>) => Promise<T>;
} {
  let running: RunningStep | undefined;
  const onMessage = (message: ChildMessage): void => {
    if (message.type === 'note') return report(message.message);
    if (message.type === 'camera' && !running) return report(`camera "${message.name}" added`);
    const text = describeMessage(message);
    if (text !== undefined) running?.update(text);
  };
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    running = beginStep(title);
    try {
      const result = await work();
      running.done();
      return result;
    } catch (error) {
      running.failed();
      throw error;
    } finally {
      running = undefined;
    }
  };
  return { onMessage, run };
}

function describeMessage(message: ChildMessage): string | undefined {
  if (message.type === 'step') return message.name;
  if (message.type !== 'progress') return undefined;
  return message.unit === '%'
    ? `${message.name} ${Math.round(message.done)} %`
    : `${message.name} ${message.done} of ${message.total} ${message.unit}`;
}
