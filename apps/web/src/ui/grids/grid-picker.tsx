import { Button, Popover } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gridSizes } from './grid-layout.ts';
import { GridLayoutIcon } from './grid-layout-icon.tsx';
import classes from './grid-picker.module.css';

interface GridPickerProps {
  /** How many cells are shown now. */
  value: number;
  onChange: (cells: number) => void;
}

/** Chooses how many cells a grid has, 1 to 48. */
export function GridPicker({ value, onChange }: GridPickerProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" offset={4} trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<GridLayoutIcon cells={value} />} onClick={() => setOpen(!isOpen)}>
          {t('common.grid.label', { count: value })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.sizes} role="group" aria-label={t('common.grid.choose')}>
          {gridSizes.map((cells) => (
            <button
              key={cells}
              type="button"
              className={classes.size}
              aria-pressed={cells === value}
              aria-label={t('common.grid.label', { count: cells })}
              onClick={() => {
                onChange(cells);
                setOpen(false);
              }}
            >
              <GridLayoutIcon cells={cells} />
              {cells}
            </button>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
