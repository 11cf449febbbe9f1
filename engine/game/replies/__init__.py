"""Every sentence said to players: functions from values to Markdown. It decides nothing."""
