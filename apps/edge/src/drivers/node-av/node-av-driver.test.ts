import { describe, it } from 'vitest';
import { describeSourceDriver } from '../source-driver.suite.ts';
import { createNodeAvDriver } from './node-av-driver.ts';

const driver = createNodeAvDriver();
if (driver === null) describe.skip('node-av driver (the optional package is not installed)', () => it.skip('runs the suite', () => undefined));
else describeSourceDriver(driver, { sha256: false, marksLoss: false, tellsNotRtsp: false });
