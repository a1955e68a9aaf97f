// The default theme, with colours that are readable for everybody.
import DefaultTheme from 'vitepress/theme'
import './style.css'

export default DefaultTheme
