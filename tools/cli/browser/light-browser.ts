import { delimiter, join } from 'node:path';
import { isExecutable, startsHeadless } from './find-browser.ts';
import { runProgram } from '../programs/run-program.ts';

const names = ['chromium-headless-shell', 'chrome-headless-shell'];
const aptLimitMs = 90_000;

/**
 * The same browser without windows, which takes a third less of the processor; undefined where there is none, and the whole
 * browser does. Looked for in the system, then in apt at the version of the Chromium that is installed, so that nothing is upgraded.
 */
export async function findLightBrowser(report: (line: string) => void): Promise<string | undefined> {
  const path = systemLightBrowser() ?? (await aptLightBrowser(report));
  return path !== undefined && (await startsHeadless(path)) ? path : undefined;
}

/** Only what is installed already. */
function systemLightBrowser(): string | undefined {
  const chosen = process.env['SIGHTLINE_HEADLESS_SHELL'];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return [...(chosen ? [chosen] : []), ...names.flatMap((name) => folders.map((folder) => join(folder, name)))].find(
    isExecutable,
  );
}

async function aptLightBrowser(report: (line: string) => void): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const env = { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  const { code, output } = await runProgram('dpkg-query', ['-W', '-f', '${Version}', 'chromium'], {
    env,
    output: 'collect',
  });
  const version = output.trim();
  if (code !== 0 || version === '') return undefined;
  report('apt: installing chromium-headless-shell');
  const install = [
    'install',
    '-y',
    '--no-install-recommends',
    '-o',
    'Dpkg::Use-Pty=0',
    `chromium-headless-shell=${version}`,
  ];
  const installs = async (): Promise<boolean> =>
    (await runProgram('apt-get', install, { env, output: 'collect', limitMs: aptLimitMs })).code === 0;
  if (!(await installs())) {
    await runProgram('apt-get', ['update', '-qq'], { env, output: 'collect', limitMs: aptLimitMs });
    if (!(await installs())) {
      report('apt has none of this version; the whole browser is used');
      return undefined;
    }
  }
  return systemLightBrowser();
}
