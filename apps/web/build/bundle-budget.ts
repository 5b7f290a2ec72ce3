import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** A built script: what it imports at once, its style sheets, its size after gzip in bytes. */
export interface BuiltChunk {
  file: string;
  isEntry: boolean;
  /** Set when it begins a part that is loaded on demand: the module of that part. */
  lazyModule: string | null;
  imports: readonly string[];
  styles: readonly string[];
  gzipBytes: number;
}

/** Limits in bytes after gzip. */
export interface Budget {
  entry: number;
  route: number;
  styles: number;
  /** Pages that weigh more and have to lose weight, by the end of their path, with what they may weigh until then. */
  owed?: Readonly<Record<string, number>>;
}

const closure = (chunks: ReadonlyMap<string, BuiltChunk>, file: string, seen = new Set<string>()): Set<string> => {
  const chunk = chunks.get(file);
  if (chunk === undefined || seen.has(file)) return seen;
  seen.add(file);
  for (const next of chunk.imports) closure(chunks, next, seen);
  return seen;
};

const frameModule = /\/app\/(application|shell\/shell)\.tsx$/;
const pageModule = /\/app\/pages\/|\/features\/[^/]+\/(.+\/)?[^/]+-page\.tsx$/;

/**
 * What exceeds the budget, in words. The first download is what draws the frame of the application; a page counts with
 * what it needs beyond that.
 */
export const overBudget = (
  list: readonly BuiltChunk[],
  styleBytes: ReadonlyMap<string, number>,
  budget: Budget,
): string[] => {
  const chunks = new Map(list.map((chunk) => [chunk.file, chunk]));
  const bytesOf = (files: Iterable<string>): number =>
    [...files].reduce((sum, file) => sum + (chunks.get(file)?.gzipBytes ?? 0), 0);
  const entry = new Set(
    list
      .filter(({ isEntry, lazyModule }) => isEntry || frameModule.test(lazyModule ?? ''))
      .flatMap(({ file }) => [...closure(chunks, file)]),
  );
  const styles = new Set([...entry].flatMap((file) => chunks.get(file)?.styles ?? []));
  const found: string[] = [];
  const check = (name: string, bytes: number, limit: number): void => {
    if (bytes > limit) found.push(`${name}: ${(bytes / 1024).toFixed(1)} kB, at most ${(limit / 1024).toFixed(0)} kB`);
  };
  check('first scripts', bytesOf(entry), budget.entry);
  check(
    'first style sheets',
    [...styles].reduce((sum, file) => sum + (styleBytes.get(file) ?? 0), 0),
    budget.styles,
  );
  for (const { file, lazyModule } of list) {
    if (lazyModule === null || !pageModule.test(lazyModule)) continue;
    const bytes = bytesOf([...closure(chunks, file)].filter((one) => !entry.has(one)));
    const owed = Object.entries(budget.owed ?? {}).find(([path]) => lazyModule.endsWith(path));
    check(lazyModule, bytes, owed?.[1] ?? budget.route);
    if (owed !== undefined && bytes <= budget.route) found.push(`${lazyModule}: fits now; strike it from what is owed`);
  }
  return found;
};

const gzipBytes = (source: string | Uint8Array): number => gzipSync(source, { level: 9 }).byteLength;

/** Says, or with `strict` refuses, when the first download or a page on demand grows beyond its budget. */
export const bundleBudget = ({ strict, ...budget }: Budget & { strict: boolean }): Plugin => ({
  name: 'sightline-bundle-budget',
  generateBundle(_options, bundle) {
    const outputs = Object.values(bundle);
    const styleBytes = new Map(
      outputs.flatMap((output) =>
        output.type === 'asset' && output.fileName.endsWith('.css')
          ? [[output.fileName, gzipBytes(output.source)] as const]
          : [],
      ),
    );
    const chunks = outputs.flatMap((output): BuiltChunk[] => {
      if (output.type !== 'chunk') return [];
      const styles = [...((output as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? [])];
      return [
        {
          file: output.fileName,
          isEntry: output.isEntry,
          lazyModule: output.isDynamicEntry ? (output.facadeModuleId ?? output.fileName) : null,
          imports: output.imports,
          styles,
          gzipBytes: gzipBytes(output.code),
        },
      ];
    });
    const found = overBudget(chunks, styleBytes, budget);
    const text = `Beyond the download budget:\n${found.join('\n')}`;
    if (found.length > 0 && strict) this.error(text);
    if (found.length > 0) this.warn(text);
  },
});
