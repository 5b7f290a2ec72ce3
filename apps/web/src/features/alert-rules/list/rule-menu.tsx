import type { AlertRule } from '@sightline/contracts/alert-rules/alert-rule';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconBell,
  IconBellOff,
  IconCopy,
  IconDots,
  IconHistory,
  IconPencil,
  IconPower,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../platform/i18n/format-number.ts';
import { useMay } from '../../../platform/session/may.ts';

/** What can be done with a rule. Minutes: it is silenced for so long; 0 ends that. */
export type RuleDeed = 'open' | 'turnOn' | 'turnOff' | 'copy' | 'remove' | { snoozeMinutes: number };

/** Minutes for which a rule can be silenced; every silence ends by itself. */
const snoozeMinutes = [15, 60, 240, 1440] as const;

interface RuleMenuProps {
  rule: AlertRule;
  onDeed: (deed: RuleDeed, rule: AlertRule) => void;
}

/** What can be done with one rule, in the last column of the list. */
export function RuleMenu({ rule, onDeed }: RuleMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('alertRules.list.actionsOf', { name: rule.name })}>
          <IconDots size={16} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconHistory {...icon} />} onClick={() => onDeed('open', rule)}>
          {t('alertRules.deeds.open')}
        </Menu.Item>
        {rule.can.edit && <EditItems rule={rule} onDeed={onDeed} />}
        <SnoozeItems rule={rule} onDeed={onDeed} />
        {rule.can.edit && (
          <>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => onDeed('remove', rule)}>
              {t('alertRules.deeds.remove')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;

function EditItems({ rule, onDeed }: RuleMenuProps) {
  const { t } = useTranslation();
  const hasCameras = rule.condition.kind !== 'coreStatus';
  return (
    <>
      <Menu.Item component={Link} to={`/alert/edit/${rule.id}` as string} leftSection={<IconPencil {...icon} />}>
        {t('alertRules.deeds.edit')}
      </Menu.Item>
      {hasCameras && (
        <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => onDeed('copy', rule)}>
          {t('alertRules.deeds.copy')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconPower {...icon} />}
        onClick={() => onDeed(rule.isEnabled ? 'turnOff' : 'turnOn', rule)}
      >
        {t(rule.isEnabled ? 'alertRules.deeds.turnOff' : 'alertRules.deeds.turnOn')}
      </Menu.Item>
    </>
  );
}

function SnoozeItems({ rule, onDeed }: RuleMenuProps) {
  const { t } = useTranslation();
  if (!useMay('AlertMonitoring') || !rule.isEnabled) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('alertRules.deeds.snooze')}</Menu.Label>
      {snoozeMinutes.map((minutes) => (
        <Menu.Item
          key={minutes}
          leftSection={<IconBellOff {...icon} />}
          onClick={() => onDeed({ snoozeMinutes: minutes }, rule)}
        >
          {t('alertRules.deeds.snoozeFor', { duration: formatDuration(minutes * 60_000) })}
        </Menu.Item>
      ))}
      {rule.snooze !== null && (
        <Menu.Item leftSection={<IconBell {...icon} />} onClick={() => onDeed({ snoozeMinutes: 0 }, rule)}>
          {t('alertRules.deeds.wake')}
        </Menu.Item>
      )}
    </>
  );
}
