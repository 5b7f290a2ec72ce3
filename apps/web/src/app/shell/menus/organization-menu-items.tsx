import { Menu } from '@mantine/core';
import {
  IconChecklist,
  IconDatabase,
  IconHeadset,
  IconSettings,
  IconSwitchHorizontal,
  IconUserCog,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { OrganizationMark } from '../../../features/organizations/organization-mark.tsx';
import { useMay } from '../../../platform/session/may.ts';
import { useSession } from '../../../platform/session/session-store.ts';
import { mainRole } from '../../../platform/routes/guard-rules.ts';
import { seesSettings } from '../../../platform/routes/guards.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { declaredMenu } from './declared-menu.ts';
import { openingDirectory } from './menu.ts';
import { useMenuViewer } from './use-menu-viewer.ts';
import classes from '../shell.module.css';

/** Entries about organizations, in the rail's menu and in the phone's. */
export function OrganizationMenuItems({ onSwitch }: { onSwitch: () => void }) {
  const { t } = useTranslation();
  const { organization, user } = useSession();
  const navigate = useNavigate();
  const directory = openingDirectory(declaredMenu('database'), useMenuViewer());
  const maySeeDatabase = useMay('OrganizationDatabase');
  return (
    <>
      {organization !== null && (
        <div className={classes.menuHead}>
          <Row align="center" gap={8} className={classes.organizationName}>
            <OrganizationMark color={organization.orgColor} />
            {organization.orgName}
          </Row>
        </div>
      )}
      <Menu.Item
        leftSection={<IconSwitchHorizontal size={16} stroke={1.6} aria-hidden="true" />}
        closeMenuOnClick={false}
        onClick={onSwitch}
      >
        {t('shell.organization.switch')}
      </Menu.Item>
      {organization !== null && (
        <>
          {seesSettings() && (
            <Menu.Item
              leftSection={<IconSettings size={16} stroke={1.6} aria-hidden="true" />}
              onClick={() => void navigate({ to: '/settings/details' })}
            >
              {t('shell.organization.settings')}
            </Menu.Item>
          )}
          {directory !== undefined && maySeeDatabase && (
            <Menu.Item
              leftSection={<IconDatabase size={16} stroke={1.6} aria-hidden="true" />}
              onClick={() => void navigate({ to: directory.to })}
            >
              {t('shell.database.title')}
            </Menu.Item>
          )}
          {mainRole(user) === 'OPERATOR' && (
            <>
              <Menu.Item
                leftSection={<IconHeadset size={16} stroke={1.6} aria-hidden="true" />}
                onClick={() => void navigate({ to: '/operator' })}
              >
                {t('shell.organization.operator')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconUserCog size={16} stroke={1.6} aria-hidden="true" />}
                onClick={() => void navigate({ to: '/operator-settings' })}
              >
                {t('shell.organization.operatorSettings')}
              </Menu.Item>
            </>
          )}
        </>
      )}
      <Menu.Item
        leftSection={<IconChecklist size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => void navigate({ to: '/start' })}
      >
        {t('shell.organization.guide')}
      </Menu.Item>
    </>
  );
}
