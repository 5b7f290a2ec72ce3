import { useTranslation } from 'react-i18next';
import { DeviceList } from './device-list.tsx';
import { NoticesSection } from './notices-section.tsx';
import { ScheduleSection } from './schedule-section.tsx';
import { ThisBrowser } from './this-browser.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';

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
