/** For tools/mutation.ts: MUTATE is `values` or `http`. */
const isHttp = process.env.MUTATE === 'http';
const report = isHttp ? 'reports/mutation-http' : 'reports/mutation';

export default {
  mutate: isHttp
    ? ['lib/{pipeline,batch,fetch-cached,fetch-upstream,page-links,services}.ts']
    : ['lib/{auth,http,cache,policy,upstream,time,observability}/*.ts'],
  testRunner: 'vitest',
  vitest: { configFile: 'test/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: isHttp ? 1 : 2,
  timeoutMS: isHttp ? 20_000 : 8_000,
  reporters: ['clear-text', 'json', 'html'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: `${report}.json` },
  htmlReporter: { fileName: `${report}.html` },
  thresholds: { high: 95, low: 90, break: 90 },
  ignorePatterns: ['dist', 'reports', 'client/dist', '.local', 'test/heavy/node_modules'],
  tempDirName: '.stryker-tmp',
  tsconfigFile: 'none.json',
};
