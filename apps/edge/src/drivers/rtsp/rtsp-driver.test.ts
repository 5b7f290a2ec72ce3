import { describeSourceDriver } from '../../../testing/drivers/source-driver.suite.ts';
import { rtspDriver } from './rtsp-driver.ts';

describeSourceDriver(rtspDriver, { sha256: true, marksLoss: true, tellsNotRtsp: true, asksOverConnection: true });
