import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

interface ControlButtonProps {
  label: string;
  /** Key that does the same, for the tooltip. */
  hint?: string;
  onAct: () => void;
  children: ReactNode;
  variant?: 'subtle' | 'default';
  isDisabled?: boolean;
  /** For switches: whether it is on. */
  isOn?: boolean;
  className?: string | undefined;
}

/** An icon button of the controls row, named and with its key. */
export function ControlButton({
  label,
  hint,
  onAct,
  children,
  variant = 'subtle',
  isDisabled = false,
  isOn,
  className,
}: ControlButtonProps) {
  return (
    <Tooltip label={hint === undefined ? label : `${label} · ${hint}`}>
      <ActionIcon
        variant={isOn === true ? 'light' : variant}
        color={isOn === true ? 'sight' : 'gray'}
        size={36}
        aria-label={label}
        aria-pressed={isOn}
        disabled={isDisabled}
        onClick={onAct}
        className={className}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
