// Draws every chart of the page from the data beside it, in the colours of the page.
(function () {
  'use strict';
  var shapes = ['circle', 'triangle', 'rect', 'rectRot', 'star', 'crossRot', 'circle', 'triangle'];
  var drawn = [];

  function colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }

  function short(x) {
    return x === 0 ? '0' : Math.abs(x) >= 1e-4 && Math.abs(x) < 1e5
        ? String(parseFloat(x.toPrecision(3))) : x.toExponential(0);
  }

  // A long name in lines of about 24 letters, broken after a semicolon or a comma.
  function lines(name) {
    var parts = name.split(/(?<=[;,])/), out = [''];
    parts.forEach(function (part) {
      var last = out[out.length - 1];
      if (last && last.length + part.length > 24) { out.push(part); } else { out[out.length - 1] = last + part; }
    });
    return out;
  }

  function whole(series, place) {
    return series.every(function (s) {
      return s.points.every(function (p) { return Number.isInteger(p[place]); });
    });
  }

  function axis(spec, signs) {
    var soft = colour('--soft');
    return {
      type: spec.log ? 'logarithmic' : 'linear',
      title: { display: true, text: spec.label, color: soft },
      grid: { color: colour('--line') },
      ticks: {
        color: soft, maxRotation: 0, autoSkipPadding: 12,
        callback: function (value) {
          if (!signs && value < 0) { return ''; }
          var digit = value / Math.pow(10, Math.floor(Math.log10(value) + 1e-9));
          return !spec.log || [1, 2, 5].indexOf(Math.round(digit * 1e6) / 1e6) >= 0 ? short(value) : '';
        }
      }
    };
  }

  function dataset(chart, series, i) {
    var line = colour('--c' + (i % 8 + 1));
    var bar = chart.kind === 'BAR';
    var bound = series.style === 'BOUND';
    var filled = series.style === 'FILLED';
    return {
      label: series.name,
      data: series.points.map(function (p) { return bar ? p[1] : { x: p[0], y: p[1] }; }),
      borderColor: bound ? colour('--soft') : line,
      backgroundColor: filled ? line + '33' : bound ? 'transparent' : line,
      borderDash: bound ? [6, 4] : [],
      borderWidth: filled ? 1 : 2,
      clip: false,
      showLine: series.style !== 'MARKS',
      stepped: filled ? 'middle' : false,
      fill: filled ? 'origin' : false,
      pointStyle: bound ? 'line' : filled || bar ? 'rect' : shapes[i % 8],
      pointRadius: bound || filled ? 0 : i === 0 ? 6 : 4.5,
      pointHoverRadius: bound || filled ? 0 : 7
    };
  }

  function draw() {
    drawn.forEach(function (c) { c.destroy(); });
    drawn = [];
    document.querySelectorAll('figure[data-chart]').forEach(function (figure) {
      var chart = JSON.parse(figure.querySelector('script').textContent);
      var bar = chart.kind === 'BAR';
      var flat = bar && chart.categories.some(function (c) { return c.length > 8; });
      var named = flat ? 'y' : 'x';
      var scales = { x: axis(flat ? chart.y : chart.x, !flat), y: axis(flat ? chart.x : chart.y, false) };
      if (bar) {
        scales[named].type = 'category';
        scales[named].ticks.autoSkip = false;
        delete scales[named].ticks.callback;
      } else if (whole(chart.series, 0)) {
        scales.x.ticks.stepSize = 1;
      }
      if (flat) {
        figure.querySelector('.plot').style.height = 7 + 4 * chart.categories.length + 'rem';
      }
      drawn.push(new Chart(figure.querySelector('canvas'), {
        type: bar ? 'bar' : 'scatter',
        data: {
          labels: bar ? chart.categories.map(lines) : undefined,
          datasets: chart.series.map(function (s, i) { return dataset(chart, s, i); })
        },
        options: {
          responsive: true, maintainAspectRatio: false, animation: false, scales: scales, indexAxis: named === 'y' ? 'y' : 'x',
          interaction: { mode: 'nearest', intersect: false },
          plugins: {
            legend: { position: 'bottom', labels: {
              color: colour('--ink'), usePointStyle: true, boxHeight: 7, padding: 12,
              generateLabels: function (c) {
                return Chart.defaults.plugins.legend.labels.generateLabels(c).map(function (item) {
                  item.text = item.text.length > 34 ? lines(item.text) : item.text;
                  return item;
                });
              } } },
            tooltip: {
              callbacks: {
                label: function (item) {
                  return item.dataset.label + ': ' + (bar ? short(item.parsed[flat ? 'x' : 'y']) : short(item.parsed.x) + ', ' + short(item.parsed.y));
                }
              }
            }
          }
        }
      }));
    });
  }

  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  draw();
})();
