// Draws the report from its data. All text is set as text, never as markup.
(function () {
  'use strict';
  const data = JSON.parse(document.getElementById('data').textContent);
  const kinds = {
    passed: 'made cheap', missed: 'costs', analysis: 'found out',
  };
  // What a line says in a word, by the name of the remark.
  const words = {
    LoopFused: 'fused', CallFused: 'fused', LoopReplayed: 'replayed', LoopNotFused: 'runs twice',
    CallNotFused: 'not fused', LoopNotReplayed: 'not replayed', LoopKeepsLittle: 'keeps little',
    LoopsVersioned: 'two versions', LoopPassedBy: 'passed by', ValueLoadedAgain: 'loaded again',
    ValueRecomputed: 'computed again', CallRepeated: 'called again', LanesApart: 'lanes apart',
    LoopWithoutSnapshots: 'no snapshots',
    Active: 'active', Tape: 'tape', Atomic: 'atomic',
  };

  function make(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name === 'onclick') made.addEventListener('click', value);
      else if (value !== undefined) made.setAttribute(name, value);
    }
    for (const child of children) made.append(child);
    return made;
  }

  function wordFor(remark) {
    if (remark.name === 'ValueKept') return `kept ${remark.bytes} B`;
    return words[remark.name] || remark.name;
  }

  // One badge a word, with how often it holds.
  function badgesOf(remarks) {
    const counts = new Map();
    for (const remark of remarks) {
      const key = remark.kind + ' ' + wordFor(remark);
      const known = counts.get(key) || { kind: remark.kind, word: wordFor(remark), count: 0 };
      known.count++;
      counts.set(key, known);
    }
    const order = ['missed', 'passed', 'analysis'];
    return [...counts.values()]
      .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
      .map(({ kind, word, count }) =>
        make('span', { class: 'badge ' + kind }, count > 1 && kind !== 'analysis' ? `${word} ×${count}` : word));
  }

  function reasonsOf(remarks) {
    const list = make('ul', {});
    for (const remark of remarks) {
      const where = remark.column ? `column ${remark.column}: ` : '';
      list.append(make('li', {}, make('span', { class: 'badge ' + remark.kind }, wordFor(remark)),
        where + remark.text));
    }
    return list;
  }

  function drawLine(body, text, number, remarks) {
    const row = make('tr', { id: `line-${number}` });
    const badges = make('td', { class: 'badges' });
    row.append(make('td', { class: 'number' }, String(number)), badges, make('td', { class: 'code' }, text));
    body.append(row);
    if (remarks.length === 0) return;
    const reasons = make('tr', { class: 'reasons', hidden: '' },
      make('td', { colspan: 2 }), make('td', {}, reasonsOf(remarks)));
    const toggle = make('button', { class: 'toggle', 'aria-expanded': 'false', title: 'Reasons' });
    toggle.append(...badgesOf(remarks));
    badges.append(toggle);
    row.classList.add('told');
    row.addEventListener('click', () => {
      reasons.hidden = !reasons.hidden;
      toggle.setAttribute('aria-expanded', String(!reasons.hidden));
    });
    body.append(reasons);
  }

  function drawSource() {
    const legend = document.getElementById('legend');
    for (const [kind, word] of Object.entries(kinds))
      legend.append(make('span', { class: 'badge ' + kind }, word));
    legend.append(' Click a line for the reasons.');
    const place = document.getElementById('files');
    data.files.forEach((file, index) => {
      const body = make('tbody', {});
      file.lines.forEach((text, at) => drawLine(body, text, at + 1,
        data.remarks.filter((remark) => remark.file === index && remark.line === at + 1)));
      place.append(make('h3', {}, file.name), make('div', { class: 'file' }, make('table', {}, body)));
    });
  }

  const byId = new Map(data.derivatives.map((derivative) => [derivative.id, derivative]));

  function tapeOf(derivative) {
    if (derivative.mode.startsWith('forward')) return 'keeps nothing: tangents go along';
    const found = data.remarks.find((remark) => remark.name === 'Tape' && remark.of === derivative.of);
    return found ? found.text : 'keeps nothing of its own';
  }

  function titleOf(derivative) {
    const isPart = derivative.of.startsWith('enzyme.iteration.');
    return `${derivative.mode} of ${isPart ? 'an iteration in ' : ''}${derivative.function}`;
  }

  function drawBranch(derivative, above) {
    const item = make('li', {},
      make('button', { class: 'link code', onclick: () => choose(derivative.id) },
        titleOf(derivative)),
      make('span', { class: 'tape' }, tapeOf(derivative)));
    const inner = make('ul', {});
    for (const id of derivative.calls) {
      if (!byId.has(id)) continue;
      if (above.includes(id)) inner.append(make('li', { class: 'tape' }, `${byId.get(id).function}, again`));
      else inner.append(drawBranch(byId.get(id), [...above, id]));
    }
    if (inner.childNodes.length) item.append(inner);
    return item;
  }

  function drawTree() {
    const called = new Set(data.derivatives.flatMap((derivative) =>
      derivative.calls.filter((id) => id !== derivative.id)));
    const roots = data.derivatives.filter((derivative) => !called.has(derivative.id));
    const list = make('ul', {});
    for (const root of roots) list.append(drawBranch(root, [root.id]));
    document.getElementById('derivatives').append(list);
  }

  // Values are %names; what follows a semicolon is the compiler's own remark. Notes for
  // debuggers are left out.
  function drawCode(text) {
    const pre = make('pre', { tabindex: 0 });
    for (const whole of text.split('\n')) {
      if (/^\s*#dbg_/.test(whole)) continue;
      const line = whole.replace(/, !dbg !\d+/g, '');
      const cut = line.indexOf(';');
      drawValues(pre, cut < 0 ? line : line.slice(0, cut));
      if (cut >= 0) {
        const comment = make('span', { class: 'comment' });
        drawValues(comment, line.slice(cut));
        pre.append(comment);
      }
      pre.append('\n');
    }
    return pre;
  }

  function drawValues(place, text) {
    for (const part of text.split(/(%[\w.$-]+)/)) {
      if (part.startsWith('%'))
        place.append(make('span', { class: 'value', role: 'button', tabindex: 0, 'data-name': part }, part));
      else
        place.append(part);
    }
  }

  function follow(name) {
    let states = 0, places = 0;
    for (const state of document.querySelectorAll('.state')) {
      const found = [...state.querySelectorAll('.value')].filter((value) => value.dataset.name === name);
      state.querySelectorAll('.followed').forEach((value) => value.classList.remove('followed'));
      found.forEach((value) => value.classList.add('followed'));
      if (found.length === 0) continue;
      states++;
      places += found.length;
      const box = state.querySelector('pre');
      const offset = found[0].getBoundingClientRect().top - box.getBoundingClientRect().top;
      if (offset < 0 || offset > box.clientHeight - 30) box.scrollTop += offset - 60;
    }
    document.getElementById('followed').textContent = name
      ? `${name}: ${places} places in ${states} states. Escape lets go.`
      : 'Click a value to follow it through the states.';
  }

  function choose(id) {
    const derivative = byId.get(id);
    const columns = document.getElementById('columns');
    const shown = document.getElementById('shown');
    columns.replaceChildren();
    shown.replaceChildren();
    document.getElementById('chosen').value = id;
    derivative.states.forEach((state) => {
      const column = make('article', { class: 'state' }, make('h3', {}, state.name), drawCode(state.text));
      const box = make('input', { type: 'checkbox', checked: '' });
      box.addEventListener('change', () => { column.hidden = !box.checked; });
      shown.append(make('label', {}, box, ' ' + state.name));
      columns.append(column);
    });
    follow('');
  }

  function drawStates() {
    const chosen = document.getElementById('chosen');
    for (const derivative of data.derivatives)
      chosen.append(make('option', { value: derivative.id }, `${titleOf(derivative)} (${derivative.id})`));
    chosen.addEventListener('change', () => choose(chosen.value));
    document.getElementById('columns').addEventListener('click', (event) => {
      if (event.target.dataset && event.target.dataset.name) follow(event.target.dataset.name);
    });
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') follow('');
      if (event.key === 'Enter' && event.target.dataset && event.target.dataset.name) follow(event.target.dataset.name);
    });
    if (data.derivatives.length) choose(data.derivatives[0].id);
  }

  const kept = data.remarks.filter((remark) => remark.name === 'ValueKept').length;
  document.getElementById('summary').textContent =
    `${data.derivatives.length} derivative functions; ${kept} values are kept for a reverse sweep.`;
  drawSource();
  drawTree();
  drawStates();
})();
