export { countedSince as alarmsCountedSince } from './dispatch-alarms.repository.ts';
export { failedDispatches, type FailedDispatch } from './failed-dispatches.repository.ts';
export { DispatchServices } from './installed-dispatch.ts';
export { createNoonLight as askNoonLight } from './noonlight-client.ts';
