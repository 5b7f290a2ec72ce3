import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDataFolder, programFolder, takeProgramFolders, type ProgramName } from './data-location.ts';
import type { ManagedChild } from './programs/managed-child.ts';
import { demoProgram, demoPassword, demoSignIn, edgeProgram } from './programs/programs.ts';
import { superviseUntilStopped } from './programs/supervision.ts';
import { report, stepOf } from './up.ts';

type Reporting = Parameters<typeof edgeProgram>[1];

/** One core alone, on a machine of its own. The claim code is needed at the first start only. */
export function runEdge(options: {
  data?: string;
  serverUrl: string;
  claim?: string;
  serverCa?: string;
  icePort?: number;
  releaseKeys?: string;
  footage?: string;
  leastDays?: string;
  newFootageDisk: boolean;
  edgeArgs: string[];
}): Promise<number> {
  const { claim, serverCa, icePort, releaseKeys, footage, leastDays, edgeArgs } = options;
  const extraArgs = [
    ...(claim === undefined ? [] : ['--claim', claim]),
    ...(serverCa === undefined ? [] : ['--server-ca', serverCa]),
    ...(icePort === undefined ? [] : ['--ice-port', String(icePort)]),
    ...(releaseKeys === undefined ? [] : ['--release-keys', releaseKeys]),
    ...(footage === undefined ? [] : ['--footage', footage]),
    ...(leastDays === undefined ? [] : ['--least-days', leastDays]),
    ...edgeArgs,
  ];
  return runAlone('edge', options.data, (dataFolder, reporting) => {
    // No argument of the core: that would be said again at each of its restarts.
    if (options.newFootageDisk) writeFileSync(join(programFolder(dataFolder, 'edge'), 'footage.anew'), '');
    return edgeProgram({ dataFolder, serverUrl: options.serverUrl, extraArgs, isLaunched: true }, reporting);
  });
}

/** The demo cameras alone, against a server that runs. */
export function runDemo(options: { data?: string; serverUrl: string }): Promise<number> {
  return runAlone('demo', options.data, (dataFolder, reporting) => {
    demoPassword(dataFolder);
    return demoProgram({ dataFolder, serverUrl: options.serverUrl }, reporting);
  });
}

/** What a core does once it runs, for the person who waits for it; a server that is away is asked again and again. */
const laterSteps: Record<string, string | undefined> = {
  claimed: 'this core is paired',
  connected: 'connected to the server',
};

async function runAlone(
  name: ProgramName,
  data: string | undefined,
  make: (dataFolder: string, reporting: Reporting) => ManagedChild,
): Promise<number> {
  const dataFolder = openDataFolder(data);
  const lock = await takeProgramFolders(dataFolder, [name]);
  const step = stepOf(`start the ${name === 'edge' ? 'core' : 'demo cameras'}`);
  const told = new Set<string>();
  const child = make(dataFolder, {
    report,
    onMessage: (message) => {
      step.onMessage(message);
      const later = message.type === 'step' ? laterSteps[message.name] : undefined;
      if (later !== undefined && !told.has(later)) report(later);
      if (later !== undefined) told.add(later);
    },
  });
  return superviseUntilStopped([child], { dataFolder, lock }, async () => {
    await step.run(() => child.start());
    if (name === 'demo') console.log(demoSignIn(dataFolder));
    console.log(`running; its log is ${child.logPath}; stop with Ctrl-C`);
  });
}
