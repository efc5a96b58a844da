// Without this parser dependency-cruiser would skip every TypeScript file and find nothing wrong.
import '@swc/core'

/** Which part may import which (docs: CONTRIBUTING.md, "Import arrows"). `scripts/arrows.test.ts` plants one violation per rule. */
const test = '\\.test\\.tsx?$'
const src = (name, rest = '') => `^packages/${name}/src/${rest}`
const ban = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

export default {
  forbidden: [
    // Between packages.
    ban(
      'engine-is-pure',
      'The rules know no library, no Node, no other package.',
      { path: src('engine'), pathNot: test },
      { pathNot: src('engine') },
    ),
    ban(
      'contract-is-low',
      'The contract knows the words of the engine and zod.',
      { path: src('contract'), pathNot: test },
      {
        pathNot: [src('contract'), src('engine', '.*vocabulary'), 'node_modules/zod/'],
      },
    ),
    ban(
      'face-stands-alone',
      'The same code runs in the server, the terminal and the browser.',
      { path: '^packages/face/' },
      { path: '^packages/(?!face/)' },
    ),
    ban(
      'console-knows-only-the-contract',
      'And the face checks, on its camera pages.',
      { path: '^packages/console/' },
      {
        path: '^packages/(?!(console|contract|face)/)',
      },
    ),
    ban(
      'terminal-decides-by-the-rules-of-passage',
      'It knows the contract, the face engine, and of the rules those of passage, of doors and of upgrades.',
      { path: '^packages/terminal/' },
      {
        path: '^packages/(?!(terminal|contract|face|testkit)/|engine/src/(passage|door|upgrade)/)',
      },
    ),
    ban(
      'server-knows-no-client',
      'Only its tests may run the real terminal against it.',
      { path: '^packages/server/', pathNot: `${test}|^packages/server/test/` },
      {
        path: '^packages/(?!(server|contract|engine|face)/)',
      },
    ),
    ban(
      'server-tests-know-the-terminal',
      'And no other client.',
      { path: '^packages/server/' },
      { path: '^packages/(console|e2e|bench)/' },
    ),
    ban(
      'testkit-is-for-tests',
      'For those of server and terminal, and for journeys, benchmarks and the demo; no product has it.',
      { path: '^packages/(?!(testkit|e2e|bench|demo)/)', pathNot: `${test}|^packages/(server|terminal)/test/` },
      { path: '^packages/testkit/' },
    ),
    ban(
      'testkit-knows-what-it-tests',
      'And none of those that use it from outside.',
      { path: '^packages/testkit/' },
      { path: '^packages/(?!(testkit|server|terminal|contract|face)/)' },
    ),
    ban(
      'journeys-use-the-outside',
      'They may use the contract, the terminal and the test kit, never the product from inside.',
      { path: '^packages/e2e/' },
      {
        path: '^packages/(?!(e2e|testkit|terminal|contract)/|face/src/test/)',
      },
    ),
    ban(
      'benchmarks-are-the-top',
      'They may use everything but the console and the journeys.',
      { path: '^packages/bench/' },
      { path: '^packages/(console|e2e|demo)/' },
    ),
    ban(
      'demo-uses-the-outside',
      'The contract, the terminal and the test kit, and of the server only how its database is reached, for the one date that it sets, and what a vendor does.',
      { path: '^packages/demo/' },
      {
        path: '^packages/(?!(demo|contract|terminal|testkit)/|face/src/core/|server/src/(db/reach-database|lib/config|features/licence/licence-commands)\\.ts)',
      },
    ),
    ban(
      'nothing-stands-on-the-top',
      'Nobody imports a benchmark, a journey or the demo.',
      { path: '^packages/(?!bench/|e2e/|demo/)' },
      { path: '^packages/(bench|e2e|demo)/' },
    ),

    // Inside the server.
    ban(
      'app-is-the-top',
      'Only the programs and tests start the whole server.',
      { path: src('server'), pathNot: [src('server', '(app|main|cli)\\.ts$'), test] },
      {
        path: src('server', '(app|main|cli)\\.ts$'),
      },
    ),
    ban(
      'features-meet-at-the-door',
      'A question (-reads), an action in the same transaction (-actions) or a part of the same statement (-fragments).',
      { path: src('server', 'features/([^/]+)/'), pathNot: test },
      {
        path: src('server', 'features/(?!$1/)'),
        pathNot: '-(reads|actions|fragments)\\.ts$',
      },
    ),
    ban(
      'platform-is-below-features',
      'Features register themselves through app.ts.',
      { path: src('server', '(db|http|jobs|lib|blobs|device-link|drivers|face|people|company|hints)/'), pathNot: test },
      {
        path: src('server', 'features/'),
      },
    ),
    ban(
      'link-is-below-drivers',
      'What drivers share knows none of them.',
      { path: src('server', '(db|http|jobs|lib|blobs|device-link|face|people|company|hints)/'), pathNot: test },
      {
        path: src('server', 'drivers/'),
      },
    ),
    ban(
      'drivers-are-apart',
      'A driver knows no other.',
      { path: src('server', 'drivers/([^/]+)/'), pathNot: test },
      {
        path: src('server', 'drivers/(?!$1/)[^/]+/'),
      },
    ),
    ban(
      'lib-is-the-ground',
      'It may know the types of what stands on it (ctx), never the things.',
      { path: src('server', 'lib/'), pathNot: test },
      {
        path: src('server', '(db|http|jobs|blobs|device-link|face|people|company|hints)/'),
        dependencyTypesNot: ['type-only'],
      },
    ),
    ban(
      'database-is-below-http',
      'A statement knows no request.',
      { path: src('server', 'db/'), pathNot: test },
      {
        path: src('server', '(http|jobs|blobs|device-link|face|people|company|hints)/'),
        dependencyTypesNot: ['type-only'],
      },
    ),
    ban(
      'fastify-stays-in-routes',
      'And in http/.',
      {
        path: src('server', '(features|lib|db|jobs|blobs|face|people|company|hints)/'),
        pathNot: ['-routes\\.ts$', test],
      },
      {
        path: 'node_modules/(fastify|@fastify)/',
      },
    ),
    ban(
      'sql-stays-in-stores',
      'In -store.ts, -reads.ts, -fragments.ts and db/.',
      {
        path: src('server', '(features|http|blobs|device-link|drivers|people|company|hints)/'),
        pathNot: ['-(store|reads|fragments)\\.ts$', test],
      },
      {
        path: 'node_modules/(kysely|pg)/',
      },
    ),

    // Inside the console.
    ban(
      'pages-are-islands',
      'What two features need goes to parts/, ui/, lib/ or the contract.',
      { path: src('console', 'features/([^/]+)/') },
      { path: src('console', 'features/(?!$1/)') },
    ),
    ban(
      'ui-is-below-features',
      'The kit knows no page.',
      { path: src('console', '(ui|parts|api|i18n|lib)/'), pathNot: test },
      { path: src('console', '(features|app)/') },
    ),
    ban(
      'ui-knows-no-noun',
      'Lists, forms and panels of anything; what knows a person, a device or a passage stands in parts/.',
      { path: src('console', '(ui|api|i18n|lib)/'), pathNot: test },
      { path: src('console', 'parts/') },
    ),
    ban(
      'features-are-below-app',
      'Only app/ knows every page.',
      { path: src('console', 'features/'), pathNot: test },
      { path: src('console', 'app/') },
    ),
    ban(
      'logic-is-below-looks',
      'lib/, api/ and i18n/ draw nothing.',
      { path: src('console', '(api|i18n|lib)/'), pathNot: test },
      { path: src('console', '(ui|parts)/') },
    ),

    // Inside the terminal.
    ban(
      'terminal-runs-without-node',
      'What needs Node stands in node/; everything else runs in a browser, too, and asks #platform.',
      { path: src('terminal', '(?!node/|test/)'), pathNot: test },
      { path: src('terminal', 'node/(?!platform\\.ts$)'), dependencyTypesNot: ['type-only'] },
    ),
    ban(
      'terminal-runs-without-browser',
      'What needs a page stands in browser/.',
      { path: src('terminal', '(?!browser/|test/)'), pathNot: test },
      { path: src('terminal', 'browser/(?!platform\\.ts$)'), dependencyTypesNot: ['type-only'] },
    ),
    ban(
      'terminal-has-no-modules-of-node',
      'But in node/.',
      { path: src('terminal', '(?!node/|test/)'), pathNot: test },
      { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'] },
    ),

    // Everywhere.
    ban('no-cycles', 'Two files that need each other are one, or need a third.', {}, { circular: true }),
    ban(
      'no-test-code-in-the-product',
      'Test files and test tools are for tests.',
      { path: '^packages/(?!e2e/)[^/]+/src/', pathNot: test },
      {
        path: [
          test,
          '^packages/([^/]+|contract/src)/test/',
          'node_modules/(vitest|fast-check|happy-dom|@testing-library|@playwright)/',
        ],
      },
    ),
    ban(
      'declare-what-you-import',
      "Each package's own package.json names what it imports.",
      {},
      {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown'],
        // The test tools of every package are declared once, at the root.
        pathNot: 'node_modules/(vitest|fast-check)/',
      },
    ),
    ban(
      'packages-meet-by-name',
      'By @gatehouse/…, not by a path out of the package.',
      { path: '^packages/([^/]+)/' },
      {
        path: '^packages/(?!$1/)',
        dependencyTypes: ['local'],
      },
    ),
    // A path with a question mark is made by Vite.
    ban('everything-is-found', 'An import that leads nowhere.', {}, { couldNotResolve: true, pathNot: '[?]' }),
  ],
  options: {
    // TypeScript 7 has no interface for other tools; swc parses instead.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.d.ts'],
    },
  },
}
