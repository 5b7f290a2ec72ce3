import { describe, expect, it } from 'vitest';
import { findDestination } from '../rtsp/rtsp-destination.ts';
import { describeSourceDriver } from '../source-driver.suite.ts';
import { createNodeAvDriver } from './node-av-driver.ts';

const driver = createNodeAvDriver(findDestination);

describe.skipIf(driver !== null)('without the optional package', () => {
  it('there is no compatibility driver', () => expect(driver).toBeNull());
});
if (driver !== null)
  describeSourceDriver(driver, { sha256: false, marksLoss: false, tellsNotRtsp: false, asksOverConnection: false });
