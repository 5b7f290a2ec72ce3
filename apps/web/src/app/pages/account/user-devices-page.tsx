import { useTranslation } from 'react-i18next';
import { DeviceList } from '../../../features/user-devices/device-list.tsx';
import { NoticesSection } from '../../../features/user-devices/notices-section.tsx';
import { ScheduleSection } from '../../../features/user-devices/schedule-section.tsx';
import { ThisBrowser } from '../../../features/user-devices/this-browser.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';

/** Browsers of the person that get notifications, and when. */
export function UserDevicesPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('shell.account.devices')} />
      <ThisBrowser />
      <DeviceList />
      <NoticesSection />
      <ScheduleSection />
    </>
  );
}
