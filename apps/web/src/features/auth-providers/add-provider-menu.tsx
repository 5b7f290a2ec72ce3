import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MayTooltip } from '../../ui/permissions/may-tooltip.tsx';

/** Chooses what kind of provider is added; only people who manage people may. */
export function AddProviderMenu({ onAdd }: { onAdd: (kind: 'oidc' | 'saml') => void }) {
  const { t } = useTranslation();
  const icon = <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />;
  return (
    <MayTooltip permission="UserManage">
      {(isAllowed) =>
        isAllowed ? (
          <Menu position="bottom-start">
            <Menu.Target>
              <Button rightSection={icon}>{t('authProviders.add.action')}</Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => onAdd('oidc')}>{t('authProviders.kind.oidc')}</Menu.Item>
              <Menu.Item onClick={() => onAdd('saml')}>{t('authProviders.kind.saml')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        ) : (
          <Button data-disabled rightSection={icon}>
            {t('authProviders.add.action')}
          </Button>
        )
      }
    </MayTooltip>
  );
}
