import { useNavigate } from '@tanstack/react-router';
import { ManagedDetail } from '../../../features/managed-alarms/detail/managed-detail.tsx';
import { ManagerTab } from '../../../features/managed-alarms/manager-tab.tsx';
import { LinkedAlert } from './linked-alert.tsx';

/** The alarm manager, with the alerts of the alarm that is open. */
export function Manager({ openId }: { openId: string | undefined }) {
  const navigate = useNavigate();
  const close = (): void => void navigate({ to: '/alarm-management', search: { tab: 'manager' }, replace: true });
  return (
    <ManagerTab
      openId={openId}
      detail={
        openId !== undefined && (
          <ManagedDetail
            key={openId}
            id={openId}
            onClose={close}
            renderAlert={(alert) => <LinkedAlert alert={alert} />}
          />
        )
      }
    />
  );
}
