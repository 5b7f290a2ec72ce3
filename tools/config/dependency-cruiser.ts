import type { ICruiseOptions, IRegularForbiddenRuleType } from 'dependency-cruiser';

/** Tests and what only tests load; they may reach further than the product. */
const tests =
  '(\\.(test|spec|suite|fixture)\\.tsx?$|/test-[^/]+\\.tsx?$|^e2e/|^bench/|^packages/testing/|^(apps|packages)/[^/]+/testing/|^tools/|/vitest[^/]*\\.ts$|\\.config\\.ts$)';

type Rule = IRegularForbiddenRuleType & { name: string; comment: string };

const forbid = (name: string, comment: string, rule: Pick<Rule, 'from' | 'to'>): Rule => ({
  name,
  comment,
  severity: 'error',
  ...rule,
});

const packageRules: Rule[] = [
  forbid('contracts-are-a-leaf', 'Contracts know zod and themselves only, so that every program can load them.', {
    from: { path: '^packages/contracts/src/', pathNot: tests },
    to: { pathNot: '^packages/contracts/src/|(^|/)node_modules/zod/' },
  }),
  forbid('domain-is-pure', 'Domain rules know contracts only: values in, values out. Pass what is needed in.', {
    from: { path: '^packages/domain/src/', pathNot: tests },
    to: { pathNot: '^packages/(domain|contracts)/src/' },
  }),
  forbid('media-is-pure', 'Media code knows contracts only: bytes in, bytes out. Pass what is needed in.', {
    from: { path: '^packages/media/src/', pathNot: tests },
    to: { pathNot: '^packages/(media|contracts)/src/' },
  }),
  forbid(
    'node-io-knows-rules-only',
    'What touches sockets, files and archives for two programs knows contracts and domain, and no media.',
    {
      from: { path: '^packages/node-io/src/', pathNot: tests },
      to: { path: '^packages/', pathNot: '^packages/(node-io|domain|contracts)/src/' },
    },
  ),
  forbid(
    'packages-never-import-apps',
    'A package serves programs and knows none of them. Move the shared part into the package.',
    {
      from: { path: '^packages/', pathNot: tests },
      to: { path: '^(apps|simulators)/' },
    },
  ),
  forbid('testing-only-from-tests', 'Product code never loads test builders, fixtures or fake clocks.', {
    from: { path: '^(apps|packages|simulators)/', pathNot: tests },
    to: { path: '^packages/testing/' },
  }),
  forbid('testing-folders-only-from-tests', 'Product code never loads what lies in a folder for tests.', {
    from: { path: '^(apps|packages)/', pathNot: tests },
    to: { path: '^(apps|packages)/[^/]+/testing/' },
  }),
  forbid('simulators-only-from-tests', 'The product never loads simulators; the demo starts them as a program.', {
    from: { path: '^(apps|packages)/', pathNot: tests },
    to: { path: '^simulators/' },
  }),
  forbid(
    'simulators-never-import-apps',
    'Simulators stand outside: they speak the protocols of the product and know nothing of its inside.',
    {
      from: { path: '^simulators/', pathNot: tests },
      to: { path: '^apps/' },
    },
  ),
];

const appRules: Rule[] = [
  forbid('apps-never-import-apps', 'Programs meet on the wire. Move what both need into a package.', {
    from: { path: '^apps/([^/]+)/' },
    to: { path: '^apps/', pathNot: '^apps/$1/' },
  }),
  forbid(
    'platform-never-imports-features',
    'Platform is technology without product words. Pass the behaviour in from app/.',
    {
      from: { path: '^apps/[^/]+/src/(platform|ui)/', pathNot: tests },
      to: { path: '^apps/[^/]+/src/(features|capabilities|drivers|integrations)/' },
    },
  ),
  forbid('nobody-imports-app', 'app/ composes; nothing depends on the composer. Take what is needed as a parameter.', {
    from: { path: '^apps/[^/]+/src/(?!app/)', pathNot: tests },
    to: { path: '^apps/[^/]+/src/app/' },
  }),
  forbid('web-is-browser-only', 'Browsers have no Node modules.', {
    from: { path: '^apps/web/src/', pathNot: tests },
    to: { dependencyTypes: ['core'] },
  }),
  forbid('web-knows-no-node-io', 'That package is for programs of Node: sockets, files, archives.', {
    from: { path: '^apps/web/' },
    to: { path: '^packages/node-io/' },
  }),
  forbid(
    'web-features-are-islands',
    'Features of the web never import each other. Join them in app/ through props, slots or routes.',
    {
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
  ),
];

const serverRules: Rule[] = [
  forbid('server-features-meet-at-public-file', "Import the other feature's <noun>.public.ts.", {
    from: { path: '^apps/server/src/features/([^/]+)/', pathNot: tests },
    to: { path: '^apps/server/src/features/', pathNot: '^apps/server/src/features/$1/|\\.public\\.ts$' },
  }),
  forbid('routes-go-through-service', 'Routes bind a call to a service and decide nothing.', {
    from: { path: '\\.routes\\.ts$' },
    to: { path: '\\.(repository|policy)\\.ts$' },
  }),
  forbid('service-knows-no-route', 'The service does not know how it is called.', {
    from: { path: '\\.service\\.ts$' },
    to: { path: '\\.routes\\.ts$' },
  }),
  forbid('repository-knows-no-service-or-route', 'The repository only fetches and stores.', {
    from: { path: '\\.(repository|policy|presenter)\\.ts$' },
    to: { path: '\\.(routes|service)\\.ts$' },
  }),
  forbid('only-repositories-touch-sql', 'SQL lives in *.repository.ts, where the organization id leads every query.', {
    from: { path: '^apps/server/src/(features|integrations|app)/', pathNot: `${tests}|\\.repository\\.ts$` },
    to: { path: '(^|/)node_modules/(kysely|pg)/' },
  }),
];

const edgeRules: Rule[] = [
  forbid(
    'capabilities-use-driver-ports',
    'A capability knows the port (<noun>-driver.ts, <noun>-port.ts) and not who implements it; app/ passes the driver in.',
    {
      from: { path: '^apps/edge/src/capabilities/', pathNot: tests },
      to: { path: '^apps/edge/src/drivers/[^/]+/', pathNot: '-(driver|port)\\.ts$' },
    },
  ),
  forbid(
    'drivers-never-import-capabilities',
    'A driver implements its port and knows nothing of what it is used for.',
    {
      from: { path: '^apps/edge/src/drivers/', pathNot: tests },
      to: { path: '^apps/edge/src/capabilities/' },
    },
  ),
  forbid('drivers-are-islands', 'Drivers never import each other.', {
    from: { path: '^apps/edge/src/drivers/([^/]+)/', pathNot: tests },
    to: { path: '^apps/edge/src/drivers/[^/]+/', pathNot: '^apps/edge/src/drivers/$1/' },
  }),
];

const hygieneRules: Rule[] = [
  forbid('no-circular', 'Two files that need each other are one topic or miss a third.', {
    from: {},
    to: { circular: true },
  }),
  forbid(
    'no-unresolvable',
    'The import leads nowhere. Add the dependency to the package.json next to it, or correct the path.',
    {
      from: {},
      to: { couldNotResolve: true },
    },
  ),
  forbid(
    'no-undeclared',
    'Declare the dependency, with its exact version, in the package.json of the importing workspace.',
    {
      from: { pathNot: tests },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ),
  forbid('no-development-part-in-product', 'Product code may not need a development dependency.', {
    from: { path: '^(apps|packages|simulators)/', pathNot: tests },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  }),
  forbid('packages-by-name', 'Import a package by its name (@sightline/...), not through the folders.', {
    from: { path: '^(apps|simulators|packages)/([^/]+)/' },
    to: {
      path: '^packages/',
      pathNot: '^$1/$2/',
      dependencyTypes: ['local'],
      dependencyTypesNot: ['aliased', 'npm', 'npm-dev', 'npm-optional'],
    },
  }),
];

/** Who may import whom. Every rule is proved to fire by tools/arch/checks/imports.test.ts. */
export const importRules: Rule[] = [...packageRules, ...appRules, ...serverRules, ...edgeRules, ...hygieneRules];

/** swc reads the files: with TypeScript 7 alone nothing is read, and nothing read means nothing found. */
export const cruiseOptions: ICruiseOptions = {
  validate: true,
  ruleSet: { forbidden: importRules },
  parser: 'swc',
  tsPreCompilationDeps: true,
  combinedDependencies: false,
  doNotFollow: { path: 'node_modules' },
  exclude: {
    path: '^(apps|packages)/[^/]+/(dist|coverage|test-results)/|[.](css|svg|png|json|css[?]inline|css[?]url)$',
  },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'types', 'node', 'default'],
    extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.node'],
  },
};
