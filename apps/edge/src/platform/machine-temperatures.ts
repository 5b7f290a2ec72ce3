import type { EdgeHealth } from '@sightline/contracts/edges/edge';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

type EdgeTemperatures = NonNullable<EdgeHealth['temperatures']>;

const most = 40;

const wordOf = async (path: string): Promise<string> => (await readFile(path, 'utf8').catch(() => '')).trim();
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** Thousandths of a degree as the kernel writes them; null for what no thermometer can mean. */
function celsiusOf(text: string): number | null {
  const celsius = Number(text) / 1000;
  return text !== '' && Number.isFinite(celsius) && celsius > -60 && celsius < 200
    ? Math.round(celsius * 10) / 10
    : null;
}

async function ofZones(root: string): Promise<EdgeTemperatures> {
  const folder = join(root, 'class/thermal');
  const zones = (await namesIn(folder)).filter((name) => name.startsWith('thermal_zone')).toSorted();
  const read = zones.map(async (zone) => ({
    name: (await wordOf(join(folder, zone, 'type'))) || zone,
    celsius: celsiusOf(await wordOf(join(folder, zone, 'temp'))),
  }));
  return (await Promise.all(read)).flatMap(({ name, celsius }) =>
    celsius === null ? [] : [{ name: name.slice(0, 80), celsius }],
  );
}

async function ofChip(folder: string): Promise<EdgeTemperatures> {
  const chip = await wordOf(join(folder, 'name'));
  const inputs = (await namesIn(folder)).filter((name) => /^temp\d+_input$/.test(name)).toSorted();
  const read = inputs.map(async (input) => {
    const label = await wordOf(join(folder, input.replace('_input', '_label')));
    return {
      name: [chip, label].filter((word) => word !== '').join(' ') || input,
      celsius: celsiusOf(await wordOf(join(folder, input))),
    };
  });
  return (await Promise.all(read)).flatMap(({ name, celsius }) =>
    celsius === null ? [] : [{ name: name.slice(0, 80), celsius }],
  );
}

/** Thermometers of this machine as its kernel offers them; null where there are none, as in most virtual machines. */
export async function readTemperatures(root = '/sys'): Promise<EdgeTemperatures | null> {
  const chips = join(root, 'class/hwmon');
  const ofChips = await Promise.all((await namesIn(chips)).toSorted().map((name) => ofChip(join(chips, name))));
  const all = [...(await ofZones(root)), ...ofChips.flat()].slice(0, most);
  return all.length === 0 ? null : all;
}
