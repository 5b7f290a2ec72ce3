import { describe, expect, it } from 'vitest';
import { compatDriver as driver } from '../../app/workers/compat-driver.ts';
import { describeSourceDriver } from '../../../testing/drivers/source-driver.suite.ts';

describe.skipIf(driver !== null)('without the optional package', () => {
  it('there is no compatibility driver', () => expect(driver).toBeNull());
});
if (driver !== null)
  describeSourceDriver(driver, { sha256: true, marksLoss: false, tellsNotRtsp: false, asksOverConnection: false });
