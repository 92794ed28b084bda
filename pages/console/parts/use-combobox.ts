/** What a combobox does with keys, letters and choices (ARIA Authoring Practices, combobox). */
import { useState } from 'preact/hooks';
import type { PickerOption } from './picker-list.tsx';
import { type Source, usePicker } from './use-picker.ts';

interface ComboboxOptions {
  readonly source: Source;
  readonly onChange: (id: string) => void;
  readonly isId: ((text: string) => boolean) | undefined;
}

export function useCombobox({ source, onChange, isId }: ComboboxOptions) {
  /** What was typed since the last choice. */
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { choices, hasMore, state, loadMore } = usePicker(source, typed ?? '', isOpen);
  const options: readonly PickerOption[] = [
    ...choices.filter(({ id }) => id !== typed),
    ...(hasMore ? ['more' as const] : []),
  ];
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const type = (text: string) => {
    setTyped(text);
    setActive(-1);
    setOpen(true);
    if (isId === undefined || text === '' || isId(text.trim())) onChange(text.trim());
  };
  const choose = (option: PickerOption) => {
    if (option === 'more') return loadMore();
    onChange(option.id);
    setTyped(undefined);
    close();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = isOpen ? options[active] : undefined;
    if (step !== undefined) {
      setOpen(true);
      setActive(Math.max(0, Math.min(options.length - 1, active + step)));
    } else if (event.key === 'Enter' && option) choose(option);
    else if (event.key === 'Escape' && isOpen) close();
    else return;
    event.preventDefault();
  };
  const leave = () => {
    close();
    setTyped(undefined);
  };
  return { typed, isOpen, active, options, state, open: () => setOpen(true), type, choose, press, leave };
}
