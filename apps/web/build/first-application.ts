import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The part that the first script fetches at once, whoever comes. */
const applicationModule = /\/app\/application\.tsx$/;
/** The frame of every page behind the sign-in. */
const frameModule = /\/app\/shell\/shell\.tsx$/;
/** Libraries that name all of their parts in one module: what is used of them only the bundler knows. */
const manyParts = /\/node_modules\/(@mantine|@tabler)\//;

interface ModuleLike {
  importedIds: readonly string[];
}

/** Everything that a module needs at once, itself included; of libraries that name all of their parts in one module, nothing. */
export const needsAtOnce = (infoOf: (id: string) => ModuleLike | null, from: string): Set<string> => {
  const found = new Set<string>([from]);
  for (const id of found) for (const next of infoOf(id)?.importedIds ?? []) if (!manyParts.test(next)) found.add(next);
  return found;
};

/** What the plugin knows once all modules are read: whether one belongs to the application that stands behind the first script, or to the frame. */
interface FirstApplication {
  plugin: Plugin;
  holds: (id: string) => boolean;
  frames: (id: string) => boolean;
}

/** Has the browser fetch the application beside the first script, and tells the bundler what belongs to it. */
export const firstApplication = (): FirstApplication => {
  let application = new Set<string>();
  let frame = new Set<string>();
  const plugin: Plugin = {
    name: 'sightline-first-application',
    apply: 'build',
    buildEnd() {
      const needsOf = (module: RegExp): Set<string> => {
        const begin = [...this.getModuleIds()].find((id) => module.test(id));
        if (begin === undefined) return new Set();
        const needed = needsAtOnce((id) => this.getModuleInfo(id), begin);
        // It stays a piece of its own, by whose name the rest finds it.
        needed.delete(begin);
        return needed;
      };
      application = needsOf(applicationModule);
      frame = needsOf(frameModule);
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const outputs = Object.values(bundle ?? {}).filter((output) => output.type === 'chunk');
        const first = outputs.find(({ facadeModuleId }) => applicationModule.test(facadeModuleId ?? ''));
        if (first === undefined) return [];
        const pieces = [
          first,
          ...outputs.filter(({ fileName, isEntry }) => !isEntry && first.imports.includes(fileName)),
        ];
        return pieces.flatMap((piece): HtmlTagDescriptor[] => {
          const styles = [
            ...((piece as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? []),
          ];
          return [
            {
              tag: 'link',
              attrs: { rel: 'modulepreload', crossorigin: true, href: `/${piece.fileName}` },
              injectTo: 'head',
            },
            ...styles.map((file): HtmlTagDescriptor => ({
              tag: 'link',
              attrs: { rel: 'stylesheet', crossorigin: true, href: `/${file}` },
              injectTo: 'head',
            })),
          ];
        });
      },
    },
  };
  return { plugin, holds: (id) => application.has(id), frames: (id) => frame.has(id) };
};
