import { dispatchAlarmsCalls } from '@sightline/contracts/dispatch-alarms/dispatch-alarms.api';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../platform/api/client.ts';
import { useMay } from '../../../platform/session/may.ts';

/** Whether a monitoring service is there for this organization; false while that is not known. */
export function useDispatchService(): boolean {
  const mayDispatch = useMay('AlarmManagementEdit');
  const { data } = useQuery({ ...callQuery(dispatchAlarmsCalls.service, {}), enabled: mayDispatch });
  return mayDispatch && data?.isInstalled === true;
}
