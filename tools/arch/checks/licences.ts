import { posix } from 'node:path';
import type { Check, Finding } from '../check.ts';
import type { Tree } from '../tree.ts';

const listPath = 'LICENSES.md';

interface Manifest {
  version?: string;
  license?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const readManifest = (tree: Tree, path: string): Manifest => JSON.parse(tree.read(path)) as Manifest;

/** Every third party that we name ourselves, with the manifest that names it. */
const directDependencies = (tree: Tree): Map<string, string> => {
  const direct = new Map<string, string>();
  for (const path of tree.files(/^(package\.json|(apps|packages)\/[^/]+\/package\.json|simulators\/package\.json)$/)) {
    const manifest = readManifest(tree, path);
    for (const name of Object.keys({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    })) {
      if (!name.startsWith('@sightline/')) direct.set(name, path);
    }
  }
  return direct;
};

/** Packages for other platforms are not installed here; the list is then taken at its word. */
const installedLicence = (tree: Tree, name: string, manifestPath: string): string | undefined => {
  const places = [posix.join(posix.dirname(manifestPath), 'node_modules', name), `node_modules/${name}`];
  const found = places.map((place) => `${place}/package.json`).find((place) => tree.has(place));
  return found === undefined ? undefined : readManifest(tree, found).license;
};

/** Exact versions only: what was tested is what is installed. */
const looseVersions = (tree: Tree): Finding[] =>
  tree.files(/^(package\.json|(apps|packages)\/[^/]+\/package\.json|simulators\/package\.json)$/).flatMap((path) => {
    const manifest = readManifest(tree, path);
    return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies })
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => ({ at: path, say: `${name} is asked for as "${version}". Pin one exact version.` }));
  });

/** Whoever ships this must know on whose terms: each direct dependency is listed with the licence it declares. */
export const licences: Check = {
  name: 'licences',
  run: (tree) => {
    const lines = tree.has(listPath) ? tree.read(listPath).split('\n') : [];
    const direct = directDependencies(tree);
    const listed = new Map(
      lines.flatMap((line, index) => {
        const cells = /^\| `([^`]+)` \| ([^|]+) \|/.exec(line);
        return cells
          ? [[cells[1] ?? '', { licence: (cells[2] ?? '').trim(), at: `${listPath}:${index + 1}` }] as const]
          : [];
      }),
    );
    const missing = [...direct].flatMap(([name, path]): Finding[] => {
      const entry = listed.get(name);
      const licence = installedLicence(tree, name, path);
      if (!entry)
        return [
          {
            at: listPath,
            say: `${name} (${licence ?? 'licence unknown here'}) is not listed. Add "| \`${name}\` | ${licence ?? '...'} | what for |".`,
          },
        ];
      return licence === undefined || entry.licence.startsWith(licence)
        ? []
        : [{ at: entry.at, say: `${name} is listed as ${entry.licence} and declares ${licence}.` }];
    });
    const gone = [...listed]
      .filter(([name]) => !direct.has(name))
      .map(([name, { at }]) => ({ at, say: `${name} is no dependency of ours any more. Remove the line.` }));
    return [...missing, ...gone, ...looseVersions(tree)];
  },
};
