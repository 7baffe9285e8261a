// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
//
// The page of one daemon. Counters come from the daemon's /jmx, nodes from YARN's own REST interface, decisions from
// /yarnext/decisions, each under the daemon's own authentication. Everything is written as text, never as markup.
'use strict';

(function () {
  const INTERVAL_MS = 5000;
  const NODE_INTERVAL_MS = 10; // for each node of the cluster: a list of thousands costs the daemon a second of CPU time
  const PAGE = 50;
  const LIMIT = 500;
  const FAMILIES = ['Mercury*', 'Elastic*', 'MrOrchestrator*', 'Federation*', 'TezEstimator*'];

  // The metrics shown before the others, by bean.
  const HEADLINES = {
    Mercury: ['QueuedContainers', 'RunningOpportunistic', 'OverallocatedContainers', 'OverallocatedMemoryMB', 'QueueWaitMillis'],
    MercuryCoordinator: ['WaitMeanMillis', 'WaitLimitMillis', 'FreshNodes', 'StaleNodes'],
    MercuryPlacement: ['ContainersPlaced', 'ContainersPlacedByStock'],
    MercuryHybrid: ['OpportunisticGranted', 'AttemptsGivenUp'],
    MercuryPromotion: ['ContainersPromoted'],
    ElasticScheduler: ['ContainersUndersized', 'SavedMB', 'UndersizedOutOfMemory'],
    ElasticHeap: ['HeapsShrunk', 'HeapsUnchanged'],
    MrOrchestrator: ['Containers', 'Raised', 'Lowered'],
    MrOrchestratorGlobal: ['Nodes', 'Tasks', 'Rounds']
  };

  // The charts, drawn from the samples that the daemon keeps. A rate is the growth of counters per second. The chart of a daemon
  // without the bean is left out.
  const CHARTS = [
    {title: 'Queue wait, s', bean: 'Mercury', value: function (b) { return b.QueueWaitMillis / 1000; }},
    {title: 'Queue wait, mean of nodes, s', bean: 'MercuryCoordinator', value: function (b) { return b.WaitMeanMillis < 0 ? NaN : b.WaitMeanMillis / 1000; }},
    {title: 'Opportunistic containers running', bean: 'Mercury', value: function (b) { return b.RunningOpportunistic; }},
    {title: 'Opportunistic containers queued', bean: 'Mercury', value: function (b) { return b.QueuedContainers; }},
    {title: 'Opportunistic containers placed, 1/s', bean: 'MercuryPlacement', rate: function (b) { return b.ContainersPlaced; }},
    {title: 'Memory saved, MB/s', bean: 'ElasticScheduler', rate: function (b) { return b.SavedMB; }},
    {title: 'Heaps made smaller, 1/s', bean: 'ElasticHeap', rate: function (b) { return b.HeapsShrunk; }},
    {title: 'Changes of CPU and memory, 1/s', bean: 'MrOrchestrator', rate: function (b) { return b.Raised + b.Lowered; }}
  ];

  const PERIOD_MS = 600000;
  const GAP_MS = 30000; // the daemon takes a sample every 10 s
  const PAGES = ['overview', 'nodes', 'decisions'];

  const errors = {};
  const pending = {};
  let reading = false;
  let readAt = null; // when metrics were read last
  let nodes = null; // until they are read
  let nodePage = 0;
  let nodesDueMs = 0;
  let decisions = null; // until they are read
  let askedId = '';
  let pageOfApplication = '';

  function byId(id) { return document.getElementById(id); }

  function element(tag, text, className) {
    const made = document.createElement(tag);
    if (text !== undefined) { made.textContent = text; }
    if (className) { made.className = className; }
    return made;
  }

  function clear(parent) {
    while (parent.firstChild) { parent.removeChild(parent.firstChild); }
    return parent;
  }

  function isSelected(area) {
    const selection = window.getSelection && window.getSelection();
    return !!selection && !selection.isCollapsed && area.contains(selection.anchorNode);
  }

  function focusKey(control) { return control.tagName + ' ' + (control.getAttribute('data-key') || control.getAttribute('href') || ''); }

  // Draws the content of an area anew. The control that has the focus keeps it, and text that the user has selected stays.
  function redraw(area, draw) {
    if (isSelected(area)) { return; }
    const focused = area.contains(document.activeElement) ? focusKey(document.activeElement) : '';
    clear(area);
    draw(area);
    if (focused) {
      const same = Array.prototype.filter.call(area.querySelectorAll('a, summary'), function (control) { return focusKey(control) === focused; });
      if (same.length > 0) { same[0].focus({preventScroll: true}); }
    }
  }

  function number(value) {
    if (typeof value !== 'number' || isNaN(value)) { return '–'; }
    const rounded = Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100;
    return String(rounded).replace(/\B(?=(\d{3})+(?!\d))/g, ' ');
  }

  // Requests a path, unless it is being requested already: a slow daemon is not asked more and more.
  function get(path, done) {
    if (pending[path]) { return; }
    pending[path] = true;
    const request = new XMLHttpRequest();
    request.open('GET', path);
    request.timeout = 2 * INTERVAL_MS;
    request.onload = function () {
      pending[path] = false;
      let body = null;
      if (request.status === 200) {
        try { body = JSON.parse(request.responseText); } catch (e) { body = null; }
      }
      done(body, request.status);
    };
    request.onerror = request.ontimeout = function () {
      pending[path] = false;
      done(null, 0);
    };
    request.send();
  }

  function refused(what, status) {
    if (status === 401) { return what + ': log in first (Kerberos: kinit, and a browser that may negotiate with this host).'; }
    if (status === 403) { return what + ': you may not see this. Ask an administrator of YARN.'; }
    if (status === 404) { return what + ': this daemon does not serve it.'; }
    if (status === 0) { return what + ': the daemon does not answer.'; }
    if (status === 200) { return what + ': the answer is not that of this daemon. Is a login page or a proxy in between?'; }
    return what + ': the daemon answered with status ' + status + '.';
  }

  // Shows what went wrong with one kind of request, beside the errors of others; nothing if it went well.
  function showError(what, text) {
    errors[what] = text;
    const all = Object.keys(errors).map(function (each) { return errors[each]; }).filter(Boolean).join(' ');
    byId('error').hidden = !all;
    if (byId('error').textContent !== all) { byId('error').textContent = all; } // screen readers read it once
  }

  // ---- metrics

  function readMetrics() {
    if (reading) { return; }
    reading = true;
    const beans = {};
    let open = FAMILIES.length;
    let failed = 0;
    FAMILIES.forEach(function (family) {
      get('/jmx?qry=Hadoop:service=*,name=' + encodeURIComponent(family), function (body, status) {
        if (body && body.beans) {
          body.beans.forEach(function (bean) {
            const name = /name=([^,]*)/.exec(bean.name);
            if (name && bean['tag.Mode'] !== undefined) { beans[name[1]] = bean; }
          });
        } else {
          failed = status || -1;
        }
        open -= 1;
        if (open === 0) {
          reading = false;
          haveMetrics(beans, failed);
        }
      });
    });
  }

  function haveMetrics(beans, failed) {
    if (byId('overview').hidden) { return; } // the user has left it
    showError('metrics', failed ? refused('Metrics', failed < 0 ? 0 : failed) : '');
    if (failed) {
      showUnknownHealth();
      return;
    }
    readAt = new Date();
    showFindings(beans);
    showFeatures(beans);
    get('/yarnext/history', function (body, status) {
      showError('charts', body ? '' : refused('Charts', status));
      if (body) { showCharts(beans, body.samples); }
    });
  }

  function findings(beans) {
    const found = [];
    Object.keys(beans).sort().forEach(function (name) {
      const bean = beans[name];
      if (bean.ConfigurationRefused > 0) {
        found.push(['bad', name + ' is off because of its configuration. The log of this daemon names the key and the fix.']);
      }
      if (bean.GuardState === 2) {
        found.push(['bad', name + ': the guard has tripped, and stock behaviour is in use. The log of this daemon says why.']);
      } else if (bean.GuardState === 1) {
        found.push(['warn', name + ': the guard is half-open and tries again.']);
      }
      if (bean.GuardWorkersStuck > 0) {
        found.push(['warn', name + ': ' + bean.GuardWorkersStuck + ' abandoned worker threads.']);
      }
    });
    return found;
  }

  function showFindings(beans) {
    const list = clear(byId('findings'));
    const found = findings(beans);
    if (Object.keys(beans).length === 0) {
      list.appendChild(element('li', 'No feature of yarnext is on or in shadow on this daemon.', 'warn'));
    } else if (found.length === 0) {
      list.appendChild(element('li', 'All features of this daemon are healthy.'));
    }
    found.forEach(function (finding) { list.appendChild(element('li', finding[1], finding[0])); });
  }

  // Without an answer of the daemon, nothing is healthy any more.
  function showUnknownHealth() {
    const rest = readAt ? ' The metrics below were read at ' + timeText(readAt) + '.' : '';
    clear(byId('findings')).appendChild(element('li', 'The health of this daemon is unknown.' + rest, 'warn'));
  }

  function svg(tag, attributes) {
    const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
    Object.keys(attributes).forEach(function (name) { made.setAttribute(name, attributes[name]); });
    return made;
  }

  // The name of a feature's bean: in a JVM of several daemons, a number is appended to it.
  function featureOf(bean) { return bean.replace(/-\d+$/, ''); }

  // The value of a chart at each sample, not a number where it is not known.
  function pointsOf(chart, bean, samples) {
    let before = null;
    return samples.filter(function (sample) { return sample.beans[bean]; }).map(function (sample) {
      let value = NaN;
      if (chart.value) {
        value = chart.value(sample.beans[bean]);
      } else if (before && before.ageMs > sample.ageMs) {
        value = (chart.rate(sample.beans[bean]) - chart.rate(before.beans[bean])) / ((before.ageMs - sample.ageMs) / 1000);
      }
      before = sample;
      return {ageMs: sample.ageMs, value: value < 0 ? NaN : value}; // below 0: not known, or counted from 0 again
    });
  }

  // A line over the time of the points, with gaps where values are missing.
  function path(points, max) {
    let text = '';
    let before = null;
    points.forEach(function (point) {
      if (!isNaN(point.value)) {
        const pen = before !== null && before - point.ageMs < GAP_MS ? 'L' : 'M';
        const x = 100 * (1 - point.ageMs / PERIOD_MS);
        const y = 38 - 36 * point.value / max;
        text += pen + x.toFixed(2) + ' ' + y.toFixed(2);
        before = point.ageMs;
      }
    });
    return text;
  }

  function showCharts(beans, samples) {
    const area = clear(byId('charts'));
    CHARTS.forEach(function (chart) {
      Object.keys(beans).sort().forEach(function (bean) {
        if (featureOf(bean) === chart.bean) { area.appendChild(chartCard(chart, bean, pointsOf(chart, bean, samples))); }
      });
    });
    byId('charts-title').hidden = !area.firstChild;
  }

  function chartCard(chart, bean, points) {
    const title = chart.title + (bean === chart.bean ? '' : ' (' + bean + ')');
    const known = points.map(function (point) { return point.value; }).filter(function (value) { return !isNaN(value); });
    const latest = number(points.length === 0 ? NaN : points[points.length - 1].value);
    const max = Math.max.apply(null, known.concat([1e-9]));
    const card = element('div', undefined, 'card');
    card.appendChild(element('span', latest, 'latest'));
    card.appendChild(element('h3', title));
    const image = svg('svg', {viewBox: '0 0 100 40', preserveAspectRatio: 'none', role: 'img', 'aria-label': title + ': ' + latest});
    image.appendChild(svg('line', {x1: 0, y1: 38, x2: 100, y2: 38}));
    image.appendChild(svg('path', {d: path(points, max)}));
    card.appendChild(image);
    const scale = element('div', undefined, 'scale');
    scale.appendChild(element('span', '10 min ago'));
    scale.appendChild(element('span', known.length === 0 ? 'no value yet' : 'highest ' + number(max < 1e-6 ? 0 : max)));
    scale.appendChild(element('span', 'now'));
    card.appendChild(scale);
    return card;
  }

  function metricNames(bean) {
    return Object.keys(bean).filter(function (name) { return typeof bean[name] === 'number'; }).sort();
  }

  function addMetrics(parent, bean, names) {
    const list = element('dl');
    names.forEach(function (name) {
      list.appendChild(element('dt', name));
      list.appendChild(element('dd', number(bean[name])));
    });
    parent.appendChild(list);
  }

  function showFeatures(beans) {
    const area = byId('features');
    const opened = {};
    Array.prototype.forEach.call(area.querySelectorAll('details[open]'), function (each) { opened[each.getAttribute('data-bean')] = true; });
    redraw(area, function () { addFeatures(area, beans, opened); });
    byId('features-title').hidden = !area.firstChild;
  }

  function addFeatures(area, beans, opened) {
    Object.keys(beans).sort().forEach(function (name) {
      const bean = beans[name];
      const card = element('article', undefined, 'card');
      const title = element('header');
      title.appendChild(element('h3', name));
      title.appendChild(element('span', bean['tag.Mode'], 'badge ' + bean['tag.Mode']));
      if (bean.GuardState > 0) { title.appendChild(element('span', bean.GuardState === 2 ? 'guard tripped' : 'guard half-open', 'badge bad')); }
      card.appendChild(title);
      const first = (HEADLINES[featureOf(name)] || []).filter(function (metric) { return bean[metric] !== undefined; });
      addMetrics(card, bean, first);
      const details = element('details');
      details.setAttribute('data-bean', name);
      details.open = !!opened[name];
      const summary = element('summary', 'All metrics');
      summary.setAttribute('data-key', name);
      details.appendChild(summary);
      addMetrics(details, bean, metricNames(bean).filter(function (metric) { return first.indexOf(metric) < 0; }));
      card.appendChild(details);
      area.appendChild(card);
    });
  }

  // ---- nodes

  const COLUMNS = [
    ['Node', function (n) { return n.id; }],
    ['Rack', function (n) { return n.rack; }],
    ['State', function (n) { return n.state; }],
    ['Memory used, MB', function (n) { return n.usedMemoryMB; }],
    ['Memory free, MB', function (n) { return n.availMemoryMB; }],
    ['Opportunistic running', function (n) { return n.numRunningOpportContainers; }],
    ['Opportunistic queued', function (n) { return n.numQueuedContainers; }]
  ];

  function readNodes() {
    const now = Date.now();
    if (now < nodesDueMs - INTERVAL_MS / 2) { return; } // timers are not exact
    nodesDueMs = now + INTERVAL_MS;
    get('/ws/v1/cluster/nodes', function (body, status) {
      showError('nodes', body ? '' : refused('Nodes', status));
      if (!body) {
        showNodes();
        return;
      }
      nodes = body.nodes && body.nodes.node ? [].concat(body.nodes.node) : [];
      nodesDueMs = now + nodePauseMs();
      showNodes();
    });
  }

  function nodePauseMs() { return Math.max(INTERVAL_MS, NODE_INTERVAL_MS * (nodes || []).length); }

  function heading(text, className) {
    const made = element('th', text, className);
    made.scope = 'col';
    return made;
  }

  function showNodes() {
    const head = clear(byId('node-head'));
    COLUMNS.forEach(function (column, i) { head.appendChild(heading(column[0], i > 2 ? 'number' : '')); });
    const wanted = byId('node-filter').value.toLowerCase();
    const matching = (nodes || []).filter(function (node) {
      return (node.id + ' ' + node.rack + ' ' + node.state).toLowerCase().indexOf(wanted) >= 0;
    }).sort(function (a, b) { return (b.numQueuedContainers || 0) - (a.numQueuedContainers || 0); });
    const pages = Math.max(1, Math.ceil(matching.length / PAGE));
    nodePage = Math.max(0, Math.min(nodePage, pages - 1));
    redraw(byId('node-rows'), function (rows) {
      matching.slice(nodePage * PAGE, (nodePage + 1) * PAGE).forEach(function (node) { rows.appendChild(nodeRow(node)); });
      if (matching.length === 0) {
        rows.appendChild(emptyRow(nodes === null ? unread(errors.nodes) : nodes.length === 0 ? 'The ResourceManager has no node.' : 'No node matches the filter.', COLUMNS.length));
      }
    });
    byId('node-count').textContent = nodes === null ? '' : number(matching.length) + (matching.length === 1 ? ' node, page ' : ' nodes, page ') + (nodePage + 1) + ' of ' + pages
      + ', read every ' + Math.round(nodePauseMs() / 1000) + ' s';
    byId('node-back').disabled = nodePage === 0;
    byId('node-next').disabled = nodePage === pages - 1;
  }

  function nodeRow(node) {
    const row = element('tr');
    COLUMNS.forEach(function (column, i) {
      const value = column[1](node);
      const cell = element('td', undefined, typeof value === 'number' ? 'number' : '');
      cell.setAttribute('data-label', column[0]); // for narrow windows, which have no headings
      if (i === 0 && /^[A-Za-z0-9.:_\[\]-]+$/.test(node.nodeHTTPAddress || '')) {
        const link = element('a', value);
        link.href = location.protocol + '//' + node.nodeHTTPAddress + '/yarnext/';
        cell.appendChild(link);
      } else {
        cell.textContent = typeof value === 'number' ? number(value) : value || '';
      }
      row.appendChild(cell);
    });
    return row;
  }

  function unread(error) { return error ? 'They could not be read.' : 'Reading…'; }

  function emptyRow(text, columns) {
    const row = element('tr');
    const cell = element('td', text, 'empty');
    cell.colSpan = columns;
    row.appendChild(cell);
    return row;
  }

  // ---- decisions

  function readDecisions() {
    const id = askedId;
    get('/yarnext/decisions?limit=' + LIMIT + (id ? '&id=' + encodeURIComponent(id) : ''), function (body, status) {
      if (id !== askedId) { return; }
      showError('decisions', body ? '' : status === 400 ? id + ' is not the id of an application, attempt or container.' : refused('Decisions', status));
      if (!body) {
        showDecisions();
        return;
      }
      decisions = (body.decisions || []).slice().sort(function (a, b) { return b.timeMs - a.timeMs; });
      showDecisions();
    });
  }

  // Offers the values that there are; the chosen one stays, even if there is none of it just now.
  function options(select, found) {
    const chosen = select.value;
    const values = chosen && found.indexOf(chosen) < 0 ? found.concat([chosen]).sort() : found;
    const all = values.join(' ');
    if (select.getAttribute('data-values') === all) { return; } // otherwise a browser closes the list that the user has opened
    select.setAttribute('data-values', all);
    while (select.options.length > 1) { select.remove(1); }
    values.forEach(function (value) {
      const option = element('option', value);
      option.value = value;
      select.appendChild(option);
    });
    select.value = chosen;
  }

  function distinct(values) {
    const seen = Object.create(null);
    values.forEach(function (value) { seen[value] = true; });
    return Object.keys(seen).sort();
  }

  function featureName(decision) { return decision.feature.replace(/Decisions$/, ''); }

  function inputs(decision) {
    return Object.keys(decision.inputs || {}).map(function (name) {
      const value = decision.inputs[name];
      return name + '=' + (typeof value === 'number' ? Math.round(value * 10000) / 10000 : value);
    }).join(', ');
  }

  function appendLinked(parent, text) {
    const id = /(?:application|appattempt|container)(?:_e\d+)?_\d+_\d+(?:_\d+){0,2}/g;
    let at = 0;
    let found;
    while ((found = id.exec(text)) !== null) {
      parent.appendChild(document.createTextNode(text.slice(at, found.index)));
      const link = element('a', found[0]);
      link.href = '#id/' + found[0];
      parent.appendChild(link);
      at = found.index + found[0].length;
    }
    parent.appendChild(document.createTextNode(text.slice(at)));
  }

  // Today's times without the date.
  function timeText(time) {
    const isToday = time.toDateString() === new Date().toDateString();
    return isToday ? time.toLocaleTimeString() : time.toLocaleString();
  }

  function decisionRow(d) {
    const row = element('tr');
    const time = new Date(d.timeMs);
    const cell = element('td', timeText(time), 'time');
    cell.title = time.toLocaleString();
    row.appendChild(cell);
    row.appendChild(element('td', featureName(d), 'name'));
    const subject = element('td');
    appendLinked(subject, String(d.subject));
    row.appendChild(subject);
    const why = element('td', d.reason + (d.applied ? '' : ' (shadow)'), 'reason');
    why.appendChild(element('small', d.text));
    row.appendChild(why);
    row.appendChild(element('td', inputs(d)));
    return row;
  }

  function emptyText() {
    if (decisions === null) { return unread(errors.decisions); }
    if (decisions.length > 0) { return 'No decision matches the filters.'; }
    return 'Nothing is known' + (askedId ? ' of ' + askedId : '') + ' that you may see.';
  }

  function showDecisions() {
    const known = decisions || [];
    options(byId('feature-filter'), distinct(known.map(featureName)));
    options(byId('reason-filter'), distinct(known.map(function (d) { return d.reason; })));
    const feature = byId('feature-filter').value;
    const reason = byId('reason-filter').value;
    const mode = byId('mode-filter').value;
    const text = byId('text-filter').value.toLowerCase();
    const shown = known.filter(function (d) {
      return (!feature || featureName(d) === feature)
        && (!reason || d.reason === reason)
        && (!mode || (mode === 'on') === d.applied)
        && (!text || (d.subject + ' ' + d.reason + ' ' + d.text + ' ' + inputs(d)).toLowerCase().indexOf(text) >= 0);
    });
    redraw(byId('decision-rows'), function (rows) {
      shown.forEach(function (d) { rows.appendChild(decisionRow(d)); });
      if (shown.length === 0) { rows.appendChild(emptyRow(emptyText(), 5)); }
    });
    byId('decision-count').textContent = decisions === null ? '' : shown.length + ' of ' + known.length
      + (known.length >= LIMIT ? ' (the newest; find an id to see its own)' : '');
    byId('decisions-title').textContent = askedId ? 'Decisions about ' + askedId : 'Recent decisions';
    showApplicationLink();
  }

  // Links to YARN's own page of the application that the id belongs to.
  function showApplicationLink() {
    const part = /^(?:application|appattempt|container)(?:_e\d+)?_(\d+_\d+)/.exec(askedId);
    byId('application-link').hidden = !(part && pageOfApplication);
    if (part) { byId('application-link').href = pageOfApplication + 'application_' + part[1]; }
  }

  // ---- pages

  function decoded(text) {
    try { return decodeURIComponent(text); } catch (e) { return text; } // somebody typed it
  }

  function route() {
    const at = location.hash.replace(/^#/, '');
    const id = at.indexOf('id/') === 0 ? decoded(at.slice(3)) : '';
    if (id !== askedId) { decisions = null; } // those on the page are about something else
    if (isSelected(document.body)) { window.getSelection().removeAllRanges(); }
    askedId = id;
    const page = id ? 'decisions' : PAGES.indexOf(at) < 0 ? PAGES[0] : at;
    PAGES.forEach(function (each) { byId(each).hidden = each !== page; });
    Array.prototype.forEach.call(document.querySelectorAll('nav a'), function (link) {
      if (link.getAttribute('href') === '#' + page) { link.setAttribute('aria-current', 'page'); } else { link.removeAttribute('aria-current'); }
    });
    byId('find-id').value = id;
    ['metrics', 'charts', 'decisions', 'nodes'].forEach(function (what) { showError(what, ''); });
    if (page === 'decisions') { showDecisions(); }
    if (page === 'nodes') { showNodes(); }
    refresh();
  }

  function refresh() {
    if (!byId('overview').hidden) { readMetrics(); }
    if (!byId('decisions').hidden) { readDecisions(); }
    if (!byId('nodes').hidden) { readNodes(); }
  }

  function identify() {
    get('/ws/v1/cluster/info', function (cluster) {
      if (cluster) {
        const info = cluster.clusterInfo || {}; // a Router's answer has other fields
        byId('daemon').textContent = info.hadoopVersion ? 'ResourceManager, Hadoop ' + info.hadoopVersion : '';
        byId('nodes-link').hidden = false;
        byId('stock-link').href = '/cluster';
        pageOfApplication = info.hadoopVersion ? '/cluster/app/' : '';
        showApplicationLink();
      } else {
        get('/ws/v1/node/info', function (node) {
          if (node && node.nodeInfo) {
            byId('daemon').textContent = 'NodeManager ' + node.nodeInfo.id + ', Hadoop ' + node.nodeInfo.hadoopVersion;
            byId('stock-link').href = '/node';
            pageOfApplication = '/node/application/';
            showApplicationLink();
          }
        });
      }
    });
  }

  byId('find').addEventListener('submit', function (event) {
    event.preventDefault();
    const id = byId('find-id').value.trim();
    location.hash = id ? '#id/' + encodeURIComponent(id) : '#decisions';
  });
  ['feature-filter', 'reason-filter', 'mode-filter'].forEach(function (id) { byId(id).addEventListener('change', showDecisions); });
  byId('text-filter').addEventListener('input', showDecisions);
  byId('node-filter').addEventListener('input', function () { nodePage = 0; showNodes(); });
  byId('node-back').addEventListener('click', function () { nodePage -= 1; showNodes(); });
  byId('node-next').addEventListener('click', function () { nodePage += 1; showNodes(); });
  window.addEventListener('hashchange', route);
  identify();
  route();
  document.addEventListener('visibilitychange', function () { if (!document.hidden) { refresh(); } });
  setInterval(function () { if (!document.hidden) { refresh(); } }, INTERVAL_MS);
}());
